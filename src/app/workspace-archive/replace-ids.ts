import { createHmac, randomBytes } from 'node:crypto';
import { IdSet } from './id-set.js';

const uuids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g;

/** Gives the records of a file new IDs, the same one wherever a record is referred to. */
export class NewIds {
  readonly #known = new IdSet();
  readonly #key = randomBytes(32);

  get size(): number {
    return this.#known.size;
  }

  /** A record of the file has this ID. */
  add(id: string): void {
    this.#known.add(id);
  }

  /** A text with the new IDs of the file's records; other UUIDs stay, because they are not of the workspace. */
  replaceIn(text: string): string {
    return text.replace(uuids, (id) => (this.#known.has(id) ? this.#newId(id) : id));
  }

  /** A UUIDv7 of the same millisecond, so that records keep their order. */
  #newId(id: string): string {
    const random = createHmac('sha256', this.#key).update(id).digest('hex');
    const variant = '89ab'[Number.parseInt(random.charAt(3), 16) & 3];
    return `${id.slice(0, 14)}7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
  }
}
