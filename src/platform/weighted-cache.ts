/** A least recently used cache with a maximum total weight. */
export class WeightedCache<K, V> {
  readonly #most: number;
  /** Least recently used first. */
  readonly #kept = new Map<K, { value: V; weight: number }>();
  #weight = 0;

  /** @param most maximum total weight */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    const entry = this.#kept.get(key);
    if (!entry) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    return entry.value;
  }

  /** Evicts the least recently used entries until the value fits; a value that never fits is not stored. */
  set(key: K, value: V, weight: number): void {
    this.delete(key);
    if (weight > this.#most) return;
    this.#kept.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#most) return;
      this.delete(oldest);
    }
  }

  delete(key: K): boolean {
    this.#weight -= this.#kept.get(key)?.weight ?? 0;
    return this.#kept.delete(key);
  }
}
