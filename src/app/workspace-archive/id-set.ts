/** Many UUIDs in little memory: 16 to 32 bytes each. It has their last 64 bits, of which at least 62 are random. */
export class IdSet {
  #slots = new BigUint64Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(id: string): void {
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    this.#insert(lastBits(id));
  }

  has(id: string): boolean {
    const bits = lastBits(id);
    return this.#slots[this.#place(bits)] === bits;
  }

  #insert(bits: bigint): void {
    const place = this.#place(bits);
    if (this.#slots[place] === 0n) this.#size++;
    this.#slots[place] = bits;
  }

  /** Where the bits are, or the free slot where they belong. */
  #place(bits: bigint): number {
    const mask = this.#slots.length - 1;
    let place = Number(bits & 0xffff_ffffn) & mask;
    while (this.#slots[place] !== 0n && this.#slots[place] !== bits) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const former = this.#slots;
    this.#slots = new BigUint64Array(former.length * 2);
    this.#size = 0;
    for (const bits of former) if (bits !== 0n) this.#insert(bits);
  }
}

/** Never 0, because the variant of a UUID is not. */
function lastBits(id: string): bigint {
  return BigInt(`0x${id.slice(19, 23)}${id.slice(24)}`);
}
