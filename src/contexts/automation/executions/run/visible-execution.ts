import { type ExecutionState, eachItemOf, type LoopItem, type Plan, shownOf } from '../../../../engine/index.js';
import type { GraphNames, VisibleExecution } from '../../../../nodes/index.js';
import type { StepRecord } from '../store/execution-record.js';
import type { ReadValues } from '../store/values/value-reader.js';
import type { ExecutionContext } from './execution-context.js';

/** The names of the nodes of a graph, as one of them sees it. */
export function namesFor(plan: Plan, nodeId: string): GraphNames {
  const nodes = [...plan.nodes].map(([id, { node }]) => ({ id, name: nameOf(node.data.label, id) }));
  return { nodes, incoming: (plan.nodes.get(nodeId)?.incoming ?? []).map(({ source }) => source) };
}

interface Place {
  state: ExecutionState;
  step: StepRecord;
  executionContext: ExecutionContext;
}

/** What a step's node can read of its execution, as records show it: without secrets. */
export function visibleExecution({ state, step, executionContext }: Place, read: ReadValues): VisibleExecution {
  const scope = executionContext.scopeOf(state, step, read);
  const { steps, globalVars, execution, flow } = scope.hidden?.shown ?? scope;
  const outputs = steps as Record<string, unknown>;
  const { plan } = state;
  const around = plan.nodes.get(step.nodeId)?.loop;
  const item = eachItemOf(plan, state.steps, step);
  const inputs = item ? [] : Object.entries(executionContext.inputsOf(state, step));
  const arrived = inputs.map(([id, output]) => {
    if (id === around) return shownOf((output as LoopItem).item);
    return Object.hasOwn(outputs, id) ? outputs[id] : shownOf(output);
  });
  const nodes = Object.entries(outputs).map(([id, output]) => {
    return { id, name: nameOf(plan.nodes.get(id)?.node.data.label, id), output };
  });
  if (item) arrived.push(shownOf(item.item));
  return { nodes, arrived, globalVars, execution, flow, now: executionContext.now(step).toISOString() };
}

function nameOf(label: unknown, id: string): string {
  return typeof label === 'string' && label !== '' ? label : id;
}
