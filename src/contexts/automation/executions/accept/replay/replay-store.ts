import { LargeValue, type Visit, visitKey } from '../../../../../engine/index.js';
import type { Checkpoint, StepRecord } from '../../store/execution-record.js';
import type { ExecutionStore } from '../../store/execution-store.js';
import { measureJson } from '../../store/values/json-size.js';
import { atMost } from './recorded-executions.js';

/** Bytes of all that one replay may hold. */
const heldBytesAtMost = 32 * 1024 * 1024;

/** Keeps the steps of a replay in memory, where an execution would be written. Nothing of it is stored. */
export class ReplayStore {
  readonly #steps = new Map<string, { step: StepRecord; bytes: number }>();
  #bytes = 0;

  /** The steps so far. */
  get steps(): StepRecord[] {
    return [...this.#steps.values()].map(({ step }) => step);
  }

  /** Keeps the steps of a checkpoint; false if the replay is too large to go on. */
  readonly checkpoint = async ({ steps }: Pick<Checkpoint, 'steps'>): Promise<boolean> => {
    for (const step of steps) this.keep(step);
    return this.#steps.size <= atMost.steps && this.#bytes <= heldBytesAtMost;
  };

  keep(step: StepRecord): void {
    const key = visitKey(step);
    const bytes = bytesOf(step);
    this.#bytes += bytes - (this.#steps.get(key)?.bytes ?? 0);
    this.#steps.set(key, { step, bytes });
  }

  /** What drives a replay writes and reads here, except blobs that executions have stored and the state of the flow. */
  asExecutionStore({ blobs, state }: Pick<ExecutionStore, 'blobs' | 'state'>): ExecutionStore {
    const { checkpoint } = this;
    const refuse = () => Promise.reject(new Error('A replay starts, claims and awaits nothing.'));
    return {
      checkpoint,
      blobs,
      state,
      start: refuse,
      startHere: refuse,
      claim: refuse,
      closeWaits: refuse,
      signals: refuse,
      holds: refuse,
      results: refuse,
    };
  }
}

function bytesOf({ input, output, variables }: Visit & StepRecord): number {
  const unstored = [input, output].filter((value) => value instanceof LargeValue && !value.stored) as LargeValue[];
  const large = unstored.reduce((sum, { size }) => sum + size, 0);
  return large + measureJson(input).own + measureJson(output).own + measureJson(variables).own;
}
