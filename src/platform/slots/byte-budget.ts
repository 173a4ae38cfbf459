import { watched } from '../metrics/index.js';
import { FairSlots, type Slot } from './fair-slots.js';

/** Bytes of a response that need no reservation: most responses are shorter, and must not wait for long ones. */
export const unreservedBytes = 64 * 1024;

export const reservedMemory = watched(
  'response_memory_bytes',
  'Memory reserved for long responses, see `RESPONSE_MEMORY_MIB`.',
);

/**
 * The memory of a process for long responses: while they are read, and while the steps that requested them are in
 * progress. Owners share it like `FairSlots`. A response reserves its whole length, or its maximum, at once and before the
 * rest is read, so no response waits for memory that another one holds while it waits too.
 */
export class ByteBudget {
  readonly #slots: FairSlots;

  constructor(readonly bytes: number) {
    this.#slots = new FairSlots(bytes / 2);
  }

  /** Bytes that are reserved now. */
  get reserved(): number {
    return this.#slots.taken;
  }

  /** A share of one owner, for one response after the other. It reserves nothing yet. */
  share(owner: string): ByteShare {
    return new ByteShare((bytes) => this.#slots.of(owner, Math.min(bytes, this.bytes)));
  }
}

/** The reservation for one response. */
export class ByteShare {
  #slot: Slot | null = null;

  constructor(readonly slotOf: (bytes: number) => Slot) {}

  get isReserved(): boolean {
    return this.#slot !== null;
  }

  /** Waits for memory. If the signal is aborted first, it resolves without it. */
  async reserve(bytes: number, signal: AbortSignal): Promise<void> {
    this.release();
    const slot = this.slotOf(bytes);
    this.#slot = slot;
    await slot.take(signal);
  }

  /** Returns what a response of this length does not need. */
  keep(bytes: number): void {
    this.#slot?.shrinkTo(bytes > unreservedBytes ? bytes : 0);
  }

  /** Returns the memory; it can be reserved again. */
  release(): void {
    this.#slot?.release();
    this.#slot = null;
  }
}
