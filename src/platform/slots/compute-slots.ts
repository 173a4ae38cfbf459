/**
 * Milliseconds of computing in each round of the event loop, before sockets, timers and database responses are handled.
 */
const tickMs = 20;
/** The owner of what the server does for its requests. */
const server = '';

/**
 * Shares the event loop between computations: together they use a fixed time of each round, however many they are.
 * Those that have not ended by then continue in later rounds, one after the other, of each owner in turn.
 */
export class ComputeSlots {
  /** Queues by owner; the owner that was served last is at the end. */
  readonly #queues = new Map<string, (() => void)[]>();
  #endsAt: number | null = null;
  /** True if a request used up the time of the last round, so that no other owner had its turn. */
  #requestsOwe = false;

  /** True if this round's time is used up: then wait for `next`. */
  isOver(): boolean {
    this.#endsAt ??= this.#begin();
    return performance.now() >= this.#endsAt;
  }

  /** @param owner a workspace; the computations of the server itself share one queue */
  next(owner = server): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.#queues.get(owner);
      if (queue) queue.push(resolve);
      else this.#queues.set(owner, [resolve]);
    });
  }

  /** Waits for time in a round: to be called before work of more than a millisecond that others may ask for at once. */
  async waitForTime(): Promise<void> {
    if (this.isOver()) await this.next();
  }

  /** The next of an owner; by default of the owner that has waited longest. */
  #shift(owner = this.#queues.keys().next().value): (() => void) | undefined {
    if (owner === undefined) return undefined;
    const queue = this.#queues.get(owner);
    const next = queue?.shift();
    this.#queues.delete(owner);
    if (queue && queue.length > 0) this.#queues.set(owner, queue);
    return next;
  }

  #begin(): number {
    setImmediate(() => {
      this.#endsAt = null;
      // Requests have a place in each round, however many workspaces compute, unless they used up all of the last one.
      const request = this.#requestsOwe ? undefined : this.#shift(server);
      const next = request ?? this.#shift();
      this.#requestsOwe = false;
      if (!next) return;
      this.#endsAt = this.#begin();
      next();
      if (request) queueMicrotask(() => process.nextTick(() => this.#resumeSecond()));
    });
    return performance.now() + tickMs;
  }

  /** Runs when what the request computes has ended, since that is done in microtasks: two in a row would hold up sockets. */
  #resumeSecond(): void {
    if (this.isOver()) this.#requestsOwe = this.#queues.size > 0;
    else this.#shift()?.();
  }
}

/** Shared by all executions of this process, and by what they read. */
export const computeSlots = new ComputeSlots();
