import type { EngineErrorCode } from '../../../../../engine/errors/index.js';
import { type PlannedNode, sourceHandlesOf, type Visit, visitKey } from '../../../../../engine/index.js';
import type { NodeType, Outcome } from '../../../../../nodes/index.js';
import {
  mockedOutcome,
  recordedOutcome,
  type Simulate,
  type SimulatedOutcome,
  withoutWait,
} from '../../run/simulate-step.js';
import type { RecordedStep } from './recorded-executions.js';
import { RecordedOrder } from './recorded-order.js';

/** Errors of steps whose fields could not be prepared: their effects did not begin, so nothing of them is known. */
const withoutEffect: ReadonlySet<EngineErrorCode> = new Set([
  ...([
    'FIELD_INVALID',
    'FIELD_REQUIRED',
    'EXPRESSION_FAILED',
    'EXPR_NULL',
    'WORK_LIMIT',
    'SECRET_MISSING',
    'SECRET_SINK',
  ] as const),
  ...(['GLOBAL_VAR_MISSING', 'VALUE_TOO_LARGE', 'VARIABLES_TOO_LARGE'] as const),
]);

/**
 * Node types as a replay runs them: those that wait are in progress side by side, as effects are, and end in the recorded
 * order.
 */
export function replayedTypes(nodes: ReadonlyMap<string, NodeType>): ReadonlyMap<string, NodeType> {
  return new Map([...nodes].map(([name, type]) => [name, waits(type) ? { ...type, slow: true } : type]));
}

/** The types whose effects and waits end as they were recorded. */
export function answeredTypes(nodes: ReadonlyMap<string, NodeType>): ReadonlySet<string> {
  return new Set(
    [...nodes].flatMap(([name, type]) => (type.effects || type.changesState || waits(type) ? [name] : [])),
  );
}

function waits({ type, waitsForEvents }: NodeType): boolean {
  return waitsForEvents === true || type === 'logic.delay';
}

/** How the steps of one replay end: effects and waits as they were recorded, all others by running. */
export class RecordedAnswers {
  readonly order: RecordedOrder;
  /** The visits whose effect or wait was not recorded. */
  readonly unrecorded = new Set<string>();

  /**
   * @param recorded the steps of the execution, by visit
   * @param onEntered called when a step can end, once its turn has come
   */
  constructor(
    readonly recorded: ReadonlyMap<string, RecordedStep>,
    onEntered: () => void,
  ) {
    this.order = new RecordedOrder(onEntered);
  }

  readonly simulate: Simulate = async ({ type, planned, iteration }, perform) => {
    const isAnswered = type.effects || type.changesState?.(planned.node.data);
    if (!isAnswered && !type.slow) return withoutWait(await perform(), type);
    const visit = { nodeId: planned.node.id, iteration };
    const place = this.order.enter(this.recorded.get(visitKey(visit))?.seq);
    try {
      const outcome = isAnswered
        ? this.#answer(type, planned, visit)
        : await this.#ended(type, planned, visit, perform);
      await place.turn;
      return outcome;
    } finally {
      place.leave();
    }
  };

  /** The end of a node without effects. */
  async #ended(
    type: NodeType,
    planned: PlannedNode,
    visit: Visit,
    perform: () => Promise<Outcome>,
  ): Promise<SimulatedOutcome> {
    const outcome = await perform();
    if (outcome.kind !== 'wait') return withoutWait(outcome, type);
    const recorded = this.#recordedEnd(type, planned, visit);
    if (recorded) return recorded;
    if (!type.exits) this.unrecorded.add(visitKey(visit));
    return withoutWait(outcome, type);
  }

  #answer(type: NodeType, planned: PlannedNode, visit: Visit): SimulatedOutcome {
    const recorded = this.#recordedEnd(type, planned, visit);
    if (recorded) return recorded;
    this.unrecorded.add(visitKey(visit));
    const { pinnedData } = planned.node;
    return pinnedData == null ? { kind: 'done', output: type.sample } : mockedOutcome(pinnedData, planned);
  }

  /** How the step ended when it was recorded; null if it did not, or ended in a way that its node does not have any more. */
  #recordedEnd(type: NodeType, { node, shape }: PlannedNode, visit: Visit): SimulatedOutcome | null {
    const step = this.recorded.get(visitKey(visit));
    if (step?.nodeType !== type.type) return null;
    if (step.status === 'failed' && step.error && !withoutEffect.has(step.error.code)) return recordedOutcome(step);
    const leaves = step.handle !== null && sourceHandlesOf(shape, node.data).includes(step.handle);
    return step.status === 'completed' && leaves ? recordedOutcome(step) : null;
  }
}
