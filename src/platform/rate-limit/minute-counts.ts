const minute = 60_000;

/** Counts by key and minute of the clock, in this process only. */
export class MinuteCounts {
  #counts = new Map<string, number>();
  #minute = 0;

  /** @param limit for each key */
  constructor(
    readonly limit: number,
    readonly now: () => Date,
  ) {}

  /** Counts one; false if the key is over its limit. */
  take(key: string): boolean {
    const current = Math.floor(this.now().getTime() / minute);
    if (current !== this.#minute) this.#counts = new Map();
    this.#minute = current;
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count > this.limit) return false;
    this.#counts.set(key, count);
    return true;
  }
}
