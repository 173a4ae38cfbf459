import { type ComputeSlots, computeSlots } from '../slots/compute-slots.js';
import { cleanText, storableJson } from './storable-json.js';

/** Values, and hundreds of characters, that are written at once: about a millisecond. */
const atOnce = 5_000;

/** The same text as `storableJson`, written a part at a time: others are served between. */
export async function writeJson(
  value: unknown,
  slots: Pick<ComputeSlots, 'isOver' | 'next'> = computeSlots,
): Promise<string> {
  const writer = new Writer(slots);
  await writer.value(value);
  return writer.text;
}

class Writer {
  text = '';

  constructor(readonly slots: Pick<ComputeSlots, 'isOver' | 'next'>) {}

  async value(value: unknown): Promise<void> {
    if (!isLarge(value)) await this.#write(storableJson(value));
    else if (Array.isArray(value)) await this.#list(value);
    else await this.#object(value);
  }

  async #write(text: string): Promise<void> {
    while (this.slots.isOver()) await this.slots.next();
    this.text += text;
  }

  async #list(items: readonly unknown[]): Promise<void> {
    let batch: unknown[] = [];
    let weight = 0;
    let separator = '[';
    const flush = async () => {
      if (batch.length > 0) await this.#write(separator + storableJson(batch).slice(1, -1));
      if (batch.length > 0) separator = ',';
      batch = [];
      weight = 0;
    };
    for (const item of items) {
      const more = weightOf(item, atOnce);
      if (weight + more > atOnce) await flush();
      if (more < atOnce || !isLarge(item)) {
        batch.push(item);
        weight += more;
        continue;
      }
      this.text += separator;
      separator = ',';
      await this.value(item);
    }
    await flush();
    this.text += separator === '[' ? '[]' : ']';
  }

  async #object(object: object): Promise<void> {
    let batch: [string, unknown][] = [];
    let weight = 0;
    let separator = '{';
    const flush = async () => {
      const written = storableJson(Object.fromEntries(batch)).slice(1, -1);
      // Fields without a value in JSON are left out.
      if (written !== '') await this.#write(separator + written);
      if (written !== '') separator = ',';
      batch = [];
      weight = 0;
    };
    for (const key of Object.keys(object)) {
      const item: unknown = Reflect.get(object, key);
      const more = weightOf(item, atOnce) + key.length / 100;
      if (weight + more > atOnce) await flush();
      if (more < atOnce || !isLarge(item)) {
        batch.push([key, item]);
        weight += more;
        continue;
      }
      this.text += `${separator}${JSON.stringify(cleanText(key))}:`;
      separator = ',';
      await this.value(item);
    }
    await flush();
    this.text += separator === '{' ? '{}' : '}';
  }
}

/** Whether a list or an object is written in parts. One that says itself how it is written is written at once. */
function isLarge(value: unknown): value is object {
  const isContainer = typeof value === 'object' && value !== null && !('toJSON' in value);
  return isContainer && weightOf(value, atOnce) >= atOnce;
}

/** The values in a value, and its hundreds of characters; at least `most` where it is more. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + value.length / 100;
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (weight >= most) return weight;
      weight += weightOf(item, most - weight);
    }
    return weight;
  }
  for (const key in value) {
    if (weight >= most) return weight;
    weight += weightOf((value as Record<string, unknown>)[key], most - weight) + key.length / 100;
  }
  return weight;
}
