import { AppError } from '../errors/errors.js';
import type { AnswerLimits } from './answer-limits.js';
import type { AnswerSink } from './answer-sink.js';

/** Releases a slot. Further calls have no effect. */
export type ReleaseSlot = () => void;

interface Waiter {
  grant(): void;
}

/**
 * The slots for large answers of one process, which limit the memory that these use. Waiting callers are served in
 * turn, however many answers each of them waits for.
 */
export class AnswerSlots {
  readonly #held = new Map<string, number>();
  /** In the order in which callers are served. */
  readonly #waiting = new Map<string, Set<Waiter>>();
  #free: number;

  constructor(readonly limits: AnswerLimits) {
    this.#free = limits.slots;
  }

  /**
   * Waits for a slot.
   * @param sink receives the answer: when it closes, the slot is released or the wait ended
   * @throws AppError RATE_LIMITED if the caller's own answers use all its slots, otherwise UNAVAILABLE
   */
  async acquire(caller: string, sink: AnswerSink | null): Promise<ReleaseSlot> {
    if (sink?.closed) throw clientLeft();
    if (this.#canHold(caller)) this.#take(caller);
    else await this.#wait(caller, sink);
    return this.#hold(caller, sink);
  }

  #wait(caller: string, sink: AnswerSink | null): Promise<void> {
    const own = this.#waiting.get(caller) ?? new Set();
    if (own.size >= this.limits.waitingPerCaller) throw tooManyOfCaller();
    this.#waiting.set(caller, own);
    return new Promise((resolve, reject) => {
      const leave = (error?: AppError) => {
        clearTimeout(timer);
        own.delete(waiter);
        if (own.size === 0 && this.#waiting.get(caller) === own) this.#waiting.delete(caller);
        if (error) reject(error);
        else resolve();
      };
      const waiter = { grant: () => leave() };
      const timer = setTimeout(() => leave(this.#refusal(caller)), this.limits.waitMs);
      own.add(waiter);
      // Has no effect after a slot was granted.
      sink?.onClose(() => leave(clientLeft()));
    });
  }

  #hold(caller: string, sink: AnswerSink | null): ReleaseSlot {
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      clearTimeout(timer);
      this.#giveBack(caller);
    };
    const timer = setTimeout(() => {
      sink?.destroy();
      release();
    }, this.limits.holdMs);
    timer.unref();
    if (sink?.closed) release();
    else sink?.onClose(release);
    return release;
  }

  #canHold(caller: string): boolean {
    return this.#free > 0 && this.#heldBy(caller) < this.limits.slotsPerCaller;
  }

  #heldBy(caller: string): number {
    return this.#held.get(caller) ?? 0;
  }

  #take(caller: string): void {
    this.#free -= 1;
    this.#held.set(caller, this.#heldBy(caller) + 1);
  }

  #giveBack(caller: string): void {
    this.#free += 1;
    if (this.#heldBy(caller) > 1) this.#held.set(caller, this.#heldBy(caller) - 1);
    else this.#held.delete(caller);
    this.#grantNext();
  }

  #grantNext(): void {
    for (const [caller, own] of this.#waiting) {
      if (!this.#canHold(caller)) continue;
      const [waiter] = own;
      // To the end of the line: the caller's other answers wait until every other caller has had a slot.
      this.#waiting.delete(caller);
      if (own.size > 1) this.#waiting.set(caller, own);
      this.#take(caller);
      waiter?.grant();
      return;
    }
  }

  #refusal(caller: string): AppError {
    return this.#heldBy(caller) >= this.limits.slotsPerCaller ? tooManyOfCaller() : serverBusy();
  }
}

/** Seconds after which a retry is sensible. */
const retryAfter = 5;

function tooManyOfCaller(): AppError {
  const message = 'Too many concurrent large answers for this caller. Wait for earlier ones, or request fewer rows.';
  return new AppError('RATE_LIMITED', message, undefined, retryAfter);
}

function serverBusy(): AppError {
  const message =
    'Too many concurrent large answers on this server. Try again in a few seconds, or request fewer rows.';
  return new AppError('UNAVAILABLE', message, undefined, retryAfter);
}

function clientLeft(): AppError {
  return new AppError('BAD_REQUEST', 'The client disconnected before its answer was ready.');
}
