import { visitKey } from '../../../../engine/index.js';
import type { StepRecord } from '../checkpoint/execution-record.js';
import type { ExecutionSignals } from '../signals/step-signals.js';

/** Longer timers fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** The steps of a run that wait: for a time, for a signal, or for their next attempt. */
export class ExecutionWaits {
  readonly #steps = new Map<string, StepRecord>();
  /** Steps that accept no signal any more. */
  readonly #closed = new WeakSet<StepRecord>();

  /** @param claimedAt the database's clock at the claim: what the queue found due by then must not wait again */
  constructor(
    readonly now: () => Date,
    readonly claimedAt: string,
    readonly signals: ExecutionSignals,
  ) {}

  add(step: StepRecord): void {
    this.#steps.set(visitKey(step), step);
  }

  remove(step: StepRecord): void {
    this.#steps.delete(visitKey(step));
  }

  /** True where nothing waits. */
  get isEmpty(): boolean {
    return this.#steps.size === 0;
  }

  /** Steps whose time has come although a signal could end them, and that still accept one. */
  expired(): StepRecord[] {
    return [...this.#steps.values()].filter((step) => this.#acceptsSignal(step) && this.#msUntil(step) <= 0);
  }

  /** From here on these steps go by their time, unless their signal is known. */
  close(steps: readonly StepRecord[]): void {
    for (const step of steps) this.#closed.add(step);
  }

  /** A step whose time or signal has come, which waits no longer. */
  takeDue(): StepRecord | undefined {
    for (const [key, step] of this.#steps) {
      if (this.#msUntil(step) > 0 || this.#acceptsSignal(step)) continue;
      this.#steps.delete(key);
      return step;
    }
    return undefined;
  }

  /** When the next step is due, as ISO time; null where none waits for a time. */
  next(): string | null {
    let next = Number.POSITIVE_INFINITY;
    for (const { resumeAt } of this.#steps.values()) if (resumeAt !== null) next = Math.min(next, Date.parse(resumeAt));
    return next === Number.POSITIVE_INFINITY ? null : new Date(next).toISOString();
  }

  /** Milliseconds until then, as many as a timer takes; undefined where there is nothing to wake for. */
  msToNext(): number | undefined {
    let next = Number.POSITIVE_INFINITY;
    for (const step of this.#steps.values()) next = Math.min(next, this.#msUntil(step));
    return next === Number.POSITIVE_INFINITY ? undefined : Math.min(longestTimerMs, Math.max(0, next));
  }

  // A wait that a signal can end keeps the handle of its timeout; a delay and the wait for the next attempt keep none.
  #acceptsSignal(step: StepRecord): boolean {
    return step.handle !== null && !step.error && !this.signals.of(step) && !this.#closed.has(step);
  }

  #msUntil(step: StepRecord): number {
    if (this.signals.of(step) || this.#closed.has(step)) return 0;
    if (step.resumeAt === null) return Number.POSITIVE_INFINITY;
    return Date.parse(step.resumeAt) - Math.max(this.now().getTime(), Date.parse(this.claimedAt));
  }
}
