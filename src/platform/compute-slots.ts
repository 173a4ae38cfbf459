/** Milliseconds for which a process computes before it looks at everything else: sockets, timers, answers of the database. */
const tickMs = 20;

/**
 * Lets many who compute share one event loop: together they take so many milliseconds of each round of it, however many
 * they are, and whoever has not come to an end by then goes on in a later round, one after the other.
 */
export class ComputeSlots {
  readonly #line: (() => void)[] = [];
  #endsAt: number | null = null;

  /** True where this round's time is used up: then wait for `next`. */
  isOver(): boolean {
    this.#endsAt ??= this.#begin();
    return performance.now() >= this.#endsAt;
  }

  next(): Promise<void> {
    return new Promise((resolve) => void this.#line.push(resolve));
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
