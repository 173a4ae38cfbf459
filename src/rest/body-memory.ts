/** Bytes of a body that are not counted: most bodies are shorter. */
const uncountedBytes = 16 * 1024;

/**
 * The memory of this process for bodies of requests in progress, against the attack that `request-body` names: without it, the
 * open requests of one address could hold their number times the largest body, until the process is out of memory. An address may use more only while it holds no more than
 * is left: alone it gets half of it, and another address always finds some.
 */
export class BodyMemory {
  #taken = 0;
  readonly #held = new Map<string, number>();

  /** @param bytes for all addresses */
  constructor(readonly bytes: number) {}

  /** The share of one body. */
  of(address: string): BodyShare {
    let received = 0;
    let held = 0;
    return {
      receive: (bytes) => {
        received += bytes;
        const needed = received > uncountedBytes ? received - held : 0;
        if (!this.#take(address, needed)) return false;
        held += needed;
        return true;
      },
      release: () => {
        this.#take(address, -held);
        held = 0;
      },
      isOnlyOne: () => this.#taken === this.heldBy(address),
    };
  }

  heldBy(address: string): number {
    return this.#held.get(address) ?? 0;
  }

  #take(address: string, bytes: number): boolean {
    const held = this.heldBy(address) + bytes;
    if (bytes > 0 && held > this.bytes - this.#taken - bytes) return false;
    this.#taken += bytes;
    if (held > 0) this.#held.set(address, held);
    else this.#held.delete(address);
    return true;
  }
}

export interface BodyShare {
  /** Counts bytes that were received; false if there is no memory for them. */
  receive(bytes: number): boolean;
  /** Returns the memory, once the request is done. */
  release(): void;
  /** Whether no other address holds memory, so that this one is the cause of its refusal. */
  isOnlyOne(): boolean;
}
