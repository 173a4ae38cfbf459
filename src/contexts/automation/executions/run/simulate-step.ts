import { errorHandle, isLoop, type PlannedNode, sourceHandlesOf } from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import type { NodeType, Outcome } from '../../../../nodes/index.js';
import type { ClaimedExecution } from '../store/execution-record.js';
import { type RecordedStep, recordedKey } from '../store/simulated.js';
import { fromColumn } from '../store/values/large-values.js';

/** An outcome with the variables that the step set where it was recorded. */
export type SimulatedOutcome = Outcome & { variables?: Record<string, unknown> | null };

/** A step in a simulation. */
export interface SimulatedStep {
  run: Pick<ClaimedExecution, 'mocks' | 'simulated'>;
  type: NodeType;
  planned: PlannedNode;
  iteration: string;
}

/** Ends a step of a simulation. @param perform runs its node */
export type Simulate = (step: SimulatedStep, perform: () => Promise<Outcome>) => Promise<SimulatedOutcome>;

/** Ends a step by what is used instead of running it; without that it runs, and does not wait. */
export const simulateStep: Simulate = async (step, perform) =>
  simulatedOutcome(step) ?? withoutWait(await perform(), step.type);

/**
 * The outcome of a step in a simulation, used instead of running it: its mock, the pinned data of its node, what another
 * execution recorded or, for a node with effects, the sample of its type. Null if the step runs normally. A mock
 * `{handle, output}` with one of the node's handles leaves by that handle; with `error` the step fails.
 */
export function simulatedOutcome(step: SimulatedStep): SimulatedOutcome | null {
  const { type, iteration } = step;
  const { mocks, simulated } = step.run;
  const { node, each, loop } = step.planned;
  if (type.trigger || isLoop(type)) return null;
  // A mock of a node with `each` stands for all of its items.
  const isItem = loop === node.id;
  if (mocks && !isItem && Object.hasOwn(mocks, node.id)) return mockedOutcome(mocks[node.id], step.planned);
  if (node.pinnedData != null) return mockedOutcome(node.pinnedData, step.planned);
  if (each) return null;
  const recorded = simulated?.recorded?.[recordedKey({ nodeId: node.id, iteration })];
  if (recorded) return recordedOutcome(recorded);
  return type.effects ? { kind: 'done', output: type.sampleOf?.(node.data) ?? type.sample } : null;
}

/** The outcome of a step that ended like a recorded one. */
export function recordedOutcome({
  handle,
  output,
  variables,
  error,
}: Omit<RecordedStep, 'nodeType' | 'handle'> & { handle: string | null }): SimulatedOutcome {
  const ended = { output: fromColumn(output), variables };
  if (!error) return { kind: 'done', ...(handle !== null && { handle }), ...ended };
  const handles = handle === null ? [] : [handle];
  return { kind: 'failed', error: error as EngineError, retryable: false, handles, ...ended };
}

/** The outcome of a step whose node has a mock or pinned data. */
export function mockedOutcome(mock: unknown, { shape, node }: Pick<PlannedNode, 'shape' | 'node'>): Outcome {
  const way = wayOf(mock, sourceHandlesOf(shape, node.data));
  if (!way) return { kind: 'done', output: mock };
  if (way.handle !== errorHandle) return { kind: 'done', ...way };
  const message = 'The mock of the simulation failed this step.';
  return { kind: 'failed', error: { code: 'MOCKED', message }, retryable: false, output: way.output };
}

/**
 * The same outcome without waiting: a delay ends immediately, a wait for a signal as if the first signal had come. Exits go on
 * waiting: their events did not occur.
 */
export function withoutWait(outcome: Outcome, type: NodeType): Outcome {
  if (outcome.kind === 'failed') return { ...outcome, retryable: false };
  if (outcome.kind !== 'wait' || type.exits) return outcome;
  const forSignal = outcome.until === null || outcome.handle !== undefined;
  return { kind: 'done', output: forSignal ? type.sample : outcome.output };
}

function wayOf(mock: unknown, handles: readonly string[]): { handle: string; output: unknown } | null {
  if (typeof mock !== 'object' || mock === null || Array.isArray(mock)) return null;
  const { handle, output = null, ...rest } = mock as Record<string, unknown>;
  if (typeof handle !== 'string' || !handles.includes(handle) || Object.keys(rest).length > 0) return null;
  return { handle, output };
}
