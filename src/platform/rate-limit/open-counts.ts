/** Counts what is open at once, by key: connections of an address, subscriptions of a caller. */
export class OpenCounts {
  readonly #open = new Map<string, number>();

  /** @param limit the number of open ones for each key */
  constructor(readonly limit: number) {}

  /** @returns a function that closes it, whose further calls have no effect; null if the key has too many */
  tryOpen(key: string): (() => void) | null {
    const open = this.count(key);
    if (open >= this.limit) return null;
    this.#open.set(key, open + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = this.count(key) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
  }

  count(key: string): number {
    return this.#open.get(key) ?? 0;
  }
}
