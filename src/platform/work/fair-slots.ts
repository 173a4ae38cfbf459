/** One holder's access to a slot, which it can acquire and release repeatedly. */
export interface Slot {
  /** True if a slot was free for the owner at once. */
  tryTake(): boolean;
  /** Waits for a slot. If the signal is aborted first, it resolves without one. */
  take(signal?: AbortSignal): Promise<void>;
  /** Releases the slot. Has no effect without one. */
  release(): void;
}

interface Waiter {
  grant(): void;
}

/** The share of an owner beside others, at least 1. Defaults to 1 for each. */
export type WeightOf = (owner: string) => number;

/**
 * Slots that owners share fairly. An owner may acquire another slot only while it holds fewer than are free, times its
 * weight: alone it gets half of them, two get a third each, and a new owner finds free ones. With a weight of 2, one
 * gets two thirds, or half beside another owner. Waiting owners are served in turn, and each owner's requests in order.
 */
export class FairSlots {
  #taken = 0;
  readonly #held = new Map<string, number>();
  /** Waiting owners; the one served last is at the end. */
  readonly #lines = new Map<string, Set<Waiter>>();

  /** @param alone maximum number for one owner of weight 1; there are twice as many */
  constructor(
    readonly alone: number,
    readonly onRelease: () => void = () => undefined,
    readonly weightOf: WeightOf = () => 1,
  ) {}

  get taken(): number {
    return this.#taken;
  }

  get free(): number {
    return 2 * this.alone - this.#taken;
  }

  /** Owners that hold slots or wait for some. */
  get owners(): string[] {
    return [...new Set([...this.#held.keys(), ...this.#lines.keys()])];
  }

  /** How many more slots an owner could acquire now. */
  room(owner: string): number {
    if (this.#lines.has(owner)) return 0;
    const weight = this.weightOf(owner);
    return Math.max(0, Math.ceil((this.free * weight - this.held(owner)) / (1 + weight)));
  }

  /** How many slots an owner holds. */
  held(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }

  /** How many requests of an owner wait. */
  waiting(owner: string): number {
    return this.#lines.get(owner)?.size ?? 0;
  }

  of(owner: string): Slot {
    let has = false;
    return {
      tryTake: () => {
        if (has || this.#lines.has(owner) || !this.#mayTake(owner)) return has;
        this.#give(owner);
        has = true;
        return true;
      },
      take: async (signal) => {
        if (has || signal?.aborted) return;
        if (this.#lines.has(owner) || !this.#mayTake(owner)) has = await this.#wait(owner, signal);
        else {
          this.#give(owner);
          has = true;
        }
      },
      release: () => {
        if (!has) return;
        has = false;
        this.#takeBack(owner);
      },
    };
  }

  /** False if the signal was aborted first. */
  #wait(owner: string, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const line = this.#lines.get(owner) ?? new Set();
      const leave = (granted: boolean) => {
        signal?.removeEventListener('abort', giveUp);
        line.delete(waiter);
        if (line.size === 0) this.#lines.delete(owner);
        resolve(granted);
      };
      const giveUp = () => leave(false);
      const waiter = { grant: () => leave(true) };
      line.add(waiter);
      this.#lines.set(owner, line);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #takeBack(owner: string): void {
    this.#taken--;
    const left = this.held(owner) - 1;
    if (left > 0) this.#held.set(owner, left);
    else this.#held.delete(owner);
    for (let next = this.#nextForSlot(); next !== null; next = this.#nextForSlot()) this.#serve(next);
    this.onRelease();
  }

  #nextForSlot(): string | null {
    for (const owner of this.#lines.keys()) if (this.#mayTake(owner)) return owner;
    return null;
  }

  #serve(owner: string): void {
    const line = this.#lines.get(owner) as Set<Waiter>;
    this.#give(owner);
    const [first] = line;
    first?.grant();
    if (!this.#lines.delete(owner)) return;
    this.#lines.set(owner, line);
  }

  #mayTake(owner: string): boolean {
    return this.held(owner) < this.free * this.weightOf(owner);
  }

  #give(owner: string): void {
    this.#taken++;
    this.#held.set(owner, this.held(owner) + 1);
  }
}
