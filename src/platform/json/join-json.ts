import type { ComputeSlots } from '../slots/compute-slots.js';
import type { Fragment } from './split-json.js';

type Container = unknown[] | Record<string, unknown>;

/** Builds a value from its fragments, a few in each round of the event loop. */
export async function joinJson(fragments: readonly Fragment[], slots: ComputeSlots): Promise<unknown> {
  const root: unknown[] = [];
  const builder = new ValueBuilder(root);
  for (const fragment of fragments) {
    while (slots.isOver()) await slots.next();
    builder.add(fragment);
  }
  return root[0];
}

class ValueBuilder {
  readonly #open: Container[];
  #key: string | null = null;

  constructor(root: unknown[]) {
    this.#open = [root];
  }

  add(fragment: Fragment): void {
    switch (fragment[0]) {
      case 'entries':
        for (const item of JSON.parse(fragment[1]) as unknown[]) this.#put(item);
        break;
      case 'fields':
        for (const [key, value] of Object.entries(JSON.parse(fragment[1]) as object)) this.#set(key, value);
        break;
      case 'text':
        this.#put(fragment[1]);
        break;
      case 'key':
        this.#key = fragment[1];
        break;
      case 'list':
        this.#begin([]);
        break;
      case 'object':
        this.#begin({});
        break;
      case 'end':
        this.#open.pop();
        break;
    }
  }

  #begin(container: Container): void {
    this.#put(container);
    this.#open.push(container);
  }

  #put(value: unknown): void {
    const container = this.#open.at(-1) as Container;
    if (Array.isArray(container)) container.push(value);
    else this.#set(this.#key as string, value);
  }

  #set(key: string, value: unknown): void {
    const object = this.#open.at(-1) as Record<string, unknown>;
    if (key === '__proto__')
      Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
    else object[key] = value;
  }
}
