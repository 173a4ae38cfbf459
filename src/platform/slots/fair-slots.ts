/** One holder's access to a slot, which it can acquire and release repeatedly. */
export interface Slot {
  /** True if a slot was free for the owner at once. */
  tryTake(): boolean;
  /** Waits for a slot. If the signal is aborted first, it resolves without one. */
  take(signal?: AbortSignal): Promise<void>;
  /** Reduces the size of an acquired slot. Has no effect on a smaller one. */
  shrinkTo(size: number): void;
  /** Releases the slot. Has no effect without one. */
  release(): void;
}

interface Waiter {
  size: number;
  grant(): void;
}

/** The share of an owner beside others, at least 1. Defaults to 1 for each. */
export type WeightOf = (owner: string) => number;

/**
 * Slots that owners share fairly. An owner may acquire another slot only while it holds fewer than are free, times its
 * weight: alone it gets half of them, two get a third each, and a new owner finds free ones. With a weight of 2, one
 * gets two thirds, or half beside another owner. Waiting owners are served in turn, and each owner's requests in order. A
 * slot may have the size of several: while all that are free are too few for a waiting one, no other is acquired.
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

  of(owner: string, size = 1): Slot {
    let held = 0;
    const shrinkTo = (left: number) => {
      if (held <= left) return;
      this.#takeBack(owner, held - left);
      held = left;
    };
    return {
      tryTake: () => {
        if (held > 0 || this.#mustWait(owner, size)) return held > 0;
        this.#give(owner, size);
        held = size;
        return true;
      },
      take: async (signal) => {
        if (held > 0 || signal?.aborted) return;
        if (!this.#mustWait(owner, size)) this.#give(owner, size);
        else if (!(await this.#wait(owner, size, signal))) return;
        held = size;
      },
      shrinkTo,
      release: () => shrinkTo(0),
    };
  }

  #mustWait(owner: string, size: number): boolean {
    return this.#lines.has(owner) || !this.#mayTake(owner, size) || this.#isFull();
  }

  /** True if a waiting request would not even fit if its owner held nothing. */
  #isFull(): boolean {
    for (const line of this.#lines.values()) if (sizeOfFirst(line) > this.free) return true;
    return false;
  }

  /** False if the signal was aborted first. */
  #wait(owner: string, size: number, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const line = this.#lines.get(owner) ?? new Set();
      const leave = (granted: boolean) => {
        signal?.removeEventListener('abort', giveUp);
        line.delete(waiter);
        if (line.size === 0) this.#lines.delete(owner);
        resolve(granted);
      };
      const giveUp = () => {
        leave(false);
        this.#serveAll();
      };
      const waiter = { size, grant: () => leave(true) };
      line.add(waiter);
      this.#lines.set(owner, line);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #takeBack(owner: string, size: number): void {
    this.#taken -= size;
    const left = this.held(owner) - size;
    if (left > 0) this.#held.set(owner, left);
    else this.#held.delete(owner);
    this.#serveAll();
    this.onRelease();
  }

  #serveAll(): void {
    for (let next = this.#nextForSlot(); next !== null; next = this.#nextForSlot()) this.#serve(next);
  }

  #nextForSlot(): string | null {
    for (const [owner, line] of this.#lines) {
      const size = sizeOfFirst(line);
      if (this.#mayTake(owner, size)) return owner;
      if (size > this.free) return null;
    }
    return null;
  }

  #serve(owner: string): void {
    const line = this.#lines.get(owner) as Set<Waiter>;
    this.#give(owner, sizeOfFirst(line));
    const [first] = line;
    first?.grant();
    if (!this.#lines.delete(owner)) return;
    this.#lines.set(owner, line);
  }

  #mayTake(owner: string, size: number): boolean {
    return size <= this.free && this.held(owner) + size <= this.free * this.weightOf(owner);
  }

  #give(owner: string, size: number): void {
    this.#taken += size;
    this.#held.set(owner, this.held(owner) + size);
  }
}

function sizeOfFirst(line: ReadonlySet<Waiter>): number {
  const [first] = line;
  return first?.size ?? 0;
}
