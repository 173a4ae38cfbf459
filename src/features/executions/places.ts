/**
 * The places of a worker: it drives as many runs at once. What the queue brings waits for one in order of arrival; what
 * starts in this process takes one only where nobody waits.
 */
export class Places {
  #taken = 0;
  #fromQueue = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly count: number) {}

  get taken(): number {
    return this.#taken;
  }

  /** Waits for a place and holds it while `work` goes on: for what the queue brings. */
  async hold(work: () => Promise<void>): Promise<void> {
    this.#fromQueue++;
    if (this.#taken < this.count) this.#taken++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      await work();
    } finally {
      this.#fromQueue--;
      this.leave();
    }
  }

  /**
   * Takes a place at once for a run that starts here; whoever got one must `leave` it. A queue that fills half of the
   * places has a backlog, most likely: then newcomers go behind it, or they would keep those who came first waiting.
   */
  take(): boolean {
    if (this.#taken >= this.count || this.#fromQueue * 2 > this.count) return false;
    this.#taken++;
    return true;
  }

  leave(): void {
    const next = this.#waiting.shift();
    // Handed on: it stays taken.
    if (next) next();
    else this.#taken--;
  }
}
