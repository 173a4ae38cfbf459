import { visitKey } from '../../../../engine/index.js';
import type { StepRecord } from '../store/execution-record.js';
import { isParked } from '../store/parked-steps.js';
import type { ExecutionSignals } from '../store/step-signals.js';

/** The longest delay of a timer: longer ones fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** The waiting steps of an execution: for a time, a signal, or their next attempt. */
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

  /** True if no step waits. */
  get isEmpty(): boolean {
    return this.#steps.size === 0;
  }

  /** True if a hold of the flow keeps a step from beginning. */
  get isHeld(): boolean {
    return this.#steps.values().some((step) => isParked(step) && step.resumeAt === null);
  }

  /** Steps whose time has passed and that a signal can still end. */
  expired(): StepRecord[] {
    return [...this.#steps.values()].filter((step) => this.#acceptsSignal(step) && this.#msUntil(step) <= 0);
  }

  /** From now on these steps continue by their timeout, unless their signal is known. */
  close(steps: readonly StepRecord[]): void {
    for (const step of steps) this.#closed.add(step);
  }

  /** True if the time or signal of a step has come. */
  get hasDue(): boolean {
    return this.#due() !== undefined;
  }

  /** Removes and returns a step whose time or signal has come. */
  takeDue(): StepRecord | undefined {
    const step = this.#due();
    if (step) this.remove(step);
    return step;
  }

  #due(): StepRecord | undefined {
    return this.#steps.values().find((step) => this.#msUntil(step) <= 0 && !this.#acceptsSignal(step));
  }

  /** When the next step is due, as an ISO time; null if no step waits for a time. */
  next(): string | null {
    let next = Number.POSITIVE_INFINITY;
    for (const { resumeAt } of this.#steps.values()) if (resumeAt !== null) next = Math.min(next, Date.parse(resumeAt));
    return next === Number.POSITIVE_INFINITY ? null : new Date(next).toISOString();
  }

  /** Milliseconds until then, limited to the longest timer; undefined if no step waits for a time. */
  msToNext(): number | undefined {
    let next = Number.POSITIVE_INFINITY;
    for (const step of this.#steps.values()) next = Math.min(next, this.#msUntil(step));
    return next === Number.POSITIVE_INFINITY ? undefined : Math.min(longestTimerMs, Math.max(0, next));
  }

  // A wait that a signal can end stores the handle of its timeout, a wait that its attempt's timeout ends the handle
  // `error`; a delay and the wait for the next attempt store none.
  #acceptsSignal(step: StepRecord): boolean {
    return step.handle !== null && !step.error && !this.signals.of(step) && !this.#closed.has(step);
  }

  #msUntil(step: StepRecord): number {
    if (this.signals.of(step) || this.#closed.has(step)) return 0;
    if (step.resumeAt === null) return Number.POSITIVE_INFINITY;
    return Date.parse(step.resumeAt) - Math.max(this.now().getTime(), Date.parse(this.claimedAt));
  }
}
