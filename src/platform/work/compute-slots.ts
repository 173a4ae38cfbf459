/**
 * Milliseconds of computing in each round of the event loop, before sockets, timers and database responses are handled.
 */
const tickMs = 20;

/**
 * Shares the event loop between computations: together they use a fixed time of each round, however many they are.
 * Those that have not ended by then continue in later rounds, one after the other.
 */
export class ComputeSlots {
  readonly #line: (() => void)[] = [];
  #endsAt: number | null = null;

  /** True if this round's time is used up: then wait for `next`. */
  isOver(): boolean {
    this.#endsAt ??= this.#begin();
    return performance.now() >= this.#endsAt;
  }

  next(): Promise<void> {
    return new Promise((resolve) => void this.#line.push(resolve));
  }

  /** Waits for time in a round: to be called before work of more than a millisecond that others may ask for at once. */
  async turn(): Promise<void> {
    if (this.isOver()) await this.next();
  }

  #begin(): number {
    setImmediate(() => {
      this.#endsAt = null;
      const next = this.#line.shift();
      if (!next) return;
      this.#endsAt = this.#begin();
      next();
    });
    return performance.now() + tickMs;
  }
}

/** Shared by all executions of this process, and by what they read. */
export const computeSlots = new ComputeSlots();
