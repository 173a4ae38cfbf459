import type { EngineError } from '../../../../engine/step.js';
import type { NodeType } from '../../../../nodes/index.js';
import type { ClaimedExecution, StepRecord } from '../store/execution-record.js';
import type { ExecutionStore } from '../store/execution-store.js';
import type { OpenHold } from '../store/flow-holds.sql.js';
import { heldCode, isParked } from '../store/parked-steps.js';

interface HoldGateOptions {
  store: Pick<ExecutionStore, 'holds'>;
  nodes: ReadonlyMap<string, NodeType>;
  run: Pick<ClaimedExecution, 'workspaceId' | 'flowId'>;
  /** Whether the version has `settings.hold`, and its steps have effects. */
  isOn: boolean;
}

/** The holds of a flow, as one of its executions meets them. */
export class HoldGate {
  #holds: readonly OpenHold[] = [];

  constructor(readonly options: HoldGateOptions) {}

  /** Reads the holds that are open now. Quick steps are compared with those of the last read. */
  async look(): Promise<void> {
    const { store, run, isOn } = this.options;
    if (isOn) this.#holds = await store.holds(run);
  }

  /** Whether holds have to be read before this step begins. One that was released, or has begun, goes on. */
  stops(step: StepRecord): boolean {
    return this.options.isOn && step.attempt === 1 && step.interruptions === 0 && !isParked(step);
  }

  /** The step as it waits if a hold keeps it from beginning; null if none does. @param input its fields as they are recorded */
  parked(step: StepRecord, input: unknown): StepRecord | null {
    if (this.#holds.length === 0 || !this.stops(step)) return null;
    const host = this.#hostOf(step.nodeType, input);
    const hold = this.#holds.find(({ nodeId, host: held }) => nodeId === step.nodeId && (held === '' || held === host));
    if (!hold) return null;
    const message = `Others failed here with ${hold.code}. The step begins when the hold ${hold.id} of the flow is released.`;
    const error: EngineError = { code: heldCode, message };
    return { ...step, status: 'waiting', handle: null, input, error, resumeAt: null, wants: null, parkedBy: hold.id };
  }

  /** The step, marked if it has failed and counts. The end of a loop repeats a failure that has counted. */
  counted(step: StepRecord): StepRecord {
    if (!this.options.isOn || step.status !== 'failed' || step.handle !== null || step.progress) return step;
    return { ...step, counts: { host: this.#hostOf(step.nodeType, step.input) } };
  }

  #hostOf(nodeType: string, input: unknown): string {
    const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
    return this.options.nodes.get(nodeType)?.hostOf?.(fields) ?? '';
  }
}
