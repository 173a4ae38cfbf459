import { errorHandle, type GraphNode, isLoop, type PlannedNode, sourceHandlesOf } from '../../../../engine/index.js';
import type { RunError } from '../../../../engine/step.js';
import type { NodeType, Outcome } from '../../../../nodes/index.js';
import type { ClaimedExecution } from '../checkpoint/execution-record.js';
import { type RecordedStep, recordedKey } from '../simulate/simulated.js';
import { fromColumn } from '../values/large-values.js';

/** An outcome with the variables that the step set where it was recorded. */
export type SimulatedOutcome = Outcome & { variables?: Record<string, unknown> | null };

/**
 * The outcome of a step in a simulation, used instead of running it: its mock, the pinned data of its node, what another
 * execution recorded or, for a node with effects, the sample of its type. Null if the step runs normally. A mock
 * `{handle, output}` with one of the node's handles leaves by that handle; with `error` the step fails.
 */
export function simulatedOutcome(
  { mocks, simulated }: Pick<ClaimedExecution, 'mocks' | 'simulated'>,
  type: NodeType,
  { node }: PlannedNode,
  iteration: string,
): SimulatedOutcome | null {
  if (type.trigger || isLoop(type)) return null;
  if (mocks && Object.hasOwn(mocks, node.id)) return mockedOutcome(mocks[node.id], type, node);
  if (node.pinnedData != null) return mockedOutcome(node.pinnedData, type, node);
  const recorded = simulated?.recorded?.[recordedKey({ nodeId: node.id, iteration })];
  if (recorded) return recordedOutcome(recorded);
  return type.effects ? { kind: 'done', output: type.sample } : null;
}

function recordedOutcome({ handle, output, variables, error }: RecordedStep): SimulatedOutcome {
  const ended = { output: fromColumn(output), variables };
  if (!error) return { kind: 'done', handle, ...ended };
  return { kind: 'failed', error: error as RunError, retryable: false, handles: [handle], ...ended };
}

function mockedOutcome(mock: unknown, type: NodeType, node: GraphNode): Outcome {
  const way = wayOf(mock, sourceHandlesOf(type, node.data));
  if (!way) return { kind: 'done', output: mock };
  if (way.handle !== errorHandle) return { kind: 'done', ...way };
  const message = 'The mock of the simulation failed this step.';
  return { kind: 'failed', error: { code: 'MOCKED', message }, retryable: false, output: way.output };
}

/** The same outcome without waiting: a delay ends immediately, a wait for a signal as if the first signal had come. */
export function withoutWait(outcome: Outcome, type: NodeType): Outcome {
  if (outcome.kind === 'failed') return { ...outcome, retryable: false };
  if (outcome.kind !== 'wait') return outcome;
  const forSignal = outcome.until === null || outcome.handle !== undefined;
  return { kind: 'done', output: forSignal ? type.sample : outcome.output };
}

function wayOf(mock: unknown, handles: readonly string[]): { handle: string; output: unknown } | null {
  if (typeof mock !== 'object' || mock === null || Array.isArray(mock)) return null;
  const { handle, output = null, ...rest } = mock as Record<string, unknown>;
  if (typeof handle !== 'string' || !handles.includes(handle) || Object.keys(rest).length > 0) return null;
  return { handle, output };
}
