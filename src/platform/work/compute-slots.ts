/**
 * Milliseconds of computing in each round of the event loop, before sockets, timers and database responses are handled.
 */
const tickMs = 20;

/**
 * Shares the event loop between computations: together they use a fixed time of each round, however many they are.
 * Those that have not ended by then continue in later rounds, one after the other, of each owner in turn.
 */
export class ComputeSlots {
  /** By owner; who was served last is the last. */
  readonly #lines = new Map<string, (() => void)[]>();
  #endsAt: number | null = null;

  /** True if this round's time is used up: then wait for `next`. */
  isOver(): boolean {
    this.#endsAt ??= this.#begin();
    return performance.now() >= this.#endsAt;
  }

  /** @param owner a workspace; the computations of the server itself share one line */
  next(owner = ''): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#lines.get(owner);
      if (line) line.push(resolve);
      else this.#lines.set(owner, [resolve]);
    });
  }

  /** Waits for time in a round: to be called before work of more than a millisecond that others may ask for at once. */
  async turn(): Promise<void> {
    if (this.isOver()) await this.next();
  }

  #shift(): (() => void) | undefined {
    for (const [owner, line] of this.#lines) {
      const next = line.shift();
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      return next;
    }
    return undefined;
  }

  #begin(): number {
    setImmediate(() => {
      this.#endsAt = null;
      const next = this.#shift();
      if (!next) return;
      this.#endsAt = this.#begin();
      next();
    });
    return performance.now() + tickMs;
  }
}

/** Shared by all executions of this process, and by what they read. */
export const computeSlots = new ComputeSlots();
