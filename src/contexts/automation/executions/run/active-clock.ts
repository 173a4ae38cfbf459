import type { Slot } from '../../../../platform/slots/fair-slots.js';
import { longestTimerMs } from './execution-waits.js';

/** Measures how long an execution has been active: while it is driven, without the time in which it waits for its slot. */
export class ActiveClock {
  readonly #began = performance.now();
  #waitedMs = 0;
  #waitsSince: number | null = null;

  /** @param before milliseconds for which it was active in other drives */
  constructor(readonly before: number) {}

  /** Milliseconds for which the execution was active, in this and other drives. */
  get ms(): number {
    const now = performance.now();
    return this.before + now - this.#began - this.#waitedMs - (now - (this.#waitsSince ?? now));
  }

  /** Waits for a slot. The clock stands meanwhile. */
  async takeSlot(slot: Slot, signal: AbortSignal): Promise<void> {
    this.#waitsSince = performance.now();
    await slot.take(signal);
    this.#waitedMs += performance.now() - this.#waitsSince;
    this.#waitsSince = null;
  }

  /**
   * Calls back once the execution has been active for so many seconds.
   * @returns stops it
   */
  after(seconds: number, onOver: () => void): () => void {
    const msLeft = () => Math.min(Math.max(0, seconds * 1_000 - this.ms), longestTimerMs);
    let timer: NodeJS.Timeout;
    const wind = () => {
      timer = setTimeout(() => {
        if (msLeft() > 0) wind();
        else onOver();
      }, msLeft());
    };
    wind();
    return () => clearTimeout(timer);
  }
}
