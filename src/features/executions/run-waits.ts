import { visitKey } from '../../engine/index.js';
import type { StepRecord } from './run-record.js';

/** Longer timers fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** The steps of a run that wait, for a time or for their next attempt. */
export class RunWaits {
  readonly #steps = new Map<string, StepRecord>();

  /** @param claimedAt the database's clock at the claim: what the queue found due by then must not wait again */
  constructor(
    readonly now: () => Date,
    readonly claimedAt: string,
  ) {}

  add(step: StepRecord): void {
    this.#steps.set(visitKey(step), step);
  }

  remove(step: StepRecord): void {
    this.#steps.delete(visitKey(step));
  }

  /** A step whose time has come, which waits no longer. */
  takeDue(): StepRecord | undefined {
    for (const [key, step] of this.#steps) {
      if (this.#msUntil(step) > 0) continue;
      this.#steps.delete(key);
      return step;
    }
    return undefined;
  }

  /** When the next step is due, as ISO time; null where none waits. */
  next(): string | null {
    let next = Number.POSITIVE_INFINITY;
    for (const { resumeAt } of this.#steps.values()) next = Math.min(next, Date.parse(resumeAt as string));
    return next === Number.POSITIVE_INFINITY ? null : new Date(next).toISOString();
  }

  /** Milliseconds until then, as many as a timer takes. */
  msToNext(): number | undefined {
    let next = longestTimerMs;
    for (const step of this.#steps.values()) next = Math.min(next, this.#msUntil(step));
    return this.#steps.size === 0 ? undefined : Math.max(0, next);
  }

  #msUntil(step: StepRecord): number {
    return Date.parse(step.resumeAt as string) - Math.max(this.now().getTime(), Date.parse(this.claimedAt));
  }
}
