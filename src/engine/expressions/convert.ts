import {
  type CelInput,
  type CelList,
  type CelMap,
  type CelValue,
  celList,
  celMap,
  isCelList,
  isCelMap,
  isCelType,
  isCelUint,
} from '@bufbuild/cel';
import { isMessage } from '@bufbuild/protobuf';
import { DurationSchema, TimestampSchema, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { charge } from '../work.js';
import { namedPartOf } from './item-results.js';
import { deepestData, mostValues } from './limits.js';
import { prices } from './prices.js';

/** The classes of the library, which knows lists and maps by a symbol of its own. */
const NativeList = celList([]).constructor as new (items: readonly CelInput[]) => CelList;
const NativeMap = celMap(new Map()).constructor as new (entries: ReadonlyMap<string, CelInput>) => CelMap;

const noItems: readonly CelInput[] = [];
const noEntries: ReadonlyMap<string, CelInput> = new Map();

/**
 * A value of a scope as a CEL value. Lists and objects become views: what is inside is converted when it is read, and
 * charged then. JSON integers become CEL ints, so that they can be indexes. Only own properties are visible.
 */
function toView(value: unknown): CelValue {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    case 'string':
    case 'boolean':
    case 'bigint':
      return value;
    case 'object':
      return value === null ? null : viewOf(value);
    default:
      return null;
  }
}

/** A value as a function that works on JSON is given it: timestamps are `Date`. */
export function toArgument(value: CelValue): unknown {
  const isTime = typeof value === 'object' && value !== null && 'message' in value;
  if (isTime && isMessage(value.message, TimestampSchema)) return timestampDate(value.message);
  return toJson(value);
}

/** A root of a scope as what expressions are given. */
export function toBinding(value: unknown): CelInput {
  return value instanceof Date ? timestampFromDate(value) : toView(value);
}

function viewOf(value: object): CelValue {
  charge(prices.view);
  if (Array.isArray(value)) return new ListView(value);
  if (value instanceof Date) return celList([timestampFromDate(value)]).get(0) ?? null;
  return value instanceof Uint8Array ? value : new MapView(value);
}

/** A list of a scope. */
class ListView extends NativeList {
  readonly original: readonly unknown[];

  constructor(items: readonly unknown[]) {
    super(noItems);
    this.original = items;
  }

  override get size(): number {
    return this.original.length;
  }

  override get(index: number): CelValue | undefined {
    return index >= 0 && index < this.original.length ? toView(this.original[index]) : undefined;
  }

  /** What the list has under a name, besides its items. */
  named(name: unknown): CelValue | undefined {
    const part = namedPartOf(this.original, name);
    return part && toView(part);
  }

  override *values(): Generator<CelValue, void, undefined> {
    for (const item of this.original) {
      charge(prices.item);
      yield toView(item);
    }
  }

  override [Symbol.iterator](): Generator<CelValue, void, undefined> {
    return this.values();
  }
}

/** What a list has under a name; undefined of most lists. */
export function namedIn(list: CelList, name: unknown): CelValue | undefined {
  return list instanceof ListView ? list.named(name) : undefined;
}

/** An object's own properties as a map; the prototype is not accessible. */
class MapView extends NativeMap {
  readonly original: Record<string, unknown>;
  #keys: readonly string[] | undefined;

  constructor(object: object) {
    super(noEntries);
    this.original = object as Record<string, unknown>;
  }

  /** Listing the keys takes as long as they are many. */
  get #known(): readonly string[] {
    if (!this.#keys) {
      this.#keys = Object.keys(this.original);
      charge(this.#keys.length * prices.key);
    }
    return this.#keys;
  }

  override get size(): number {
    return this.#known.length;
  }

  override get(key: unknown): CelValue | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.original, key)) return undefined;
    const value = this.original[key];
    return value === undefined ? undefined : toView(value);
  }

  override has(key: unknown): boolean {
    return typeof key === 'string' && Object.hasOwn(this.original, key) && this.original[key] != null;
  }

  override keys(): MapIterator<string> {
    return this.#known.values();
  }

  override *entries(): Generator<[string, CelValue], undefined, undefined> {
    for (const key of this.#known) {
      charge(prices.item);
      yield [key, toView(this.original[key])];
    }
  }

  override *values(): Generator<CelValue, undefined, undefined> {
    for (const [, value] of this.entries()) yield value;
  }

  override forEach(callback: (value: CelValue, key: string, map: CelMap) => void): void {
    for (const [key, value] of this.entries()) callback(value, key, this);
  }

  override [Symbol.iterator](): Generator<[string, CelValue], undefined, undefined> {
    return this.entries();
  }
}

/**
 * Converts a result of CEL to JSON: ints become numbers (text where a number would lose digits), timestamps ISO text,
 * durations their seconds as `"90s"`, bytes base64.
 *
 * @throws Error for results of more than 100,000 values or 64 levels
 */
export function toJson(result: CelValue): unknown {
  return originalOf(result) ?? new JsonWriter().write(result, 0);
}

function originalOf(value: CelValue): object | undefined {
  return value instanceof ListView || value instanceof MapView ? value.original : undefined;
}

class JsonWriter {
  #left = mostValues;
  readonly #sizes = new Map<object, number>();

  write(value: CelValue, depth: number): unknown {
    this.#count(typeof value === 'string' ? 1 + value.length / 100 : 1);
    if (depth > deepestData) throw new Error(`its result must be nested at most ${deepestData} levels deep.`);
    const original = originalOf(value);
    // A result can contain the same list many times: that costs nothing here, but its size each time it is serialized.
    if (original) this.#count(this.#sizeOf(original));
    if (original) return original;
    if (isCelList(value)) return Array.from(value, (item) => this.write(item, depth + 1));
    if (!isCelMap(value)) return scalar(value);
    return Object.fromEntries(Array.from(value, ([key, item]) => [keyText(key), this.write(item, depth + 1)]));
  }

  #count(values: number): void {
    charge(values * prices.written);
    this.#left -= values;
    if (this.#left < 0) throw new Error(`its result must have at most ${mostValues} values.`);
  }

  #sizeOf(original: object): number {
    let size = this.#sizes.get(original);
    if (size === undefined) {
      size = countValues(original);
      this.#sizes.set(original, size);
    }
    return size;
  }
}

/** The number of values inside a value; stops counting at the limit. */
function countValues(value: object): number {
  let count = 0;
  const stack: object[] = [value];
  for (let next = stack.pop(); next && count <= mostValues; next = stack.pop()) {
    for (const item of Object.values(next)) {
      count += typeof item === 'string' ? 1 + item.length / 100 : 1;
      if (typeof item === 'object' && item !== null) stack.push(item);
    }
  }
  return count;
}

function keyText(key: unknown): string {
  return String(typeof key === 'object' && key !== null && isCelUint(key) ? key.value : key);
}

function scalar(value: CelValue): unknown {
  if (typeof value === 'bigint') return exactNumber(value);
  if (typeof value === 'number') return finite(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isCelUint(value)) return exactNumber(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (isCelType(value)) return value.name;
  if ('message' in value && isMessage(value.message, TimestampSchema))
    return timestampDate(value.message).toISOString();
  if ('message' in value && isMessage(value.message, DurationSchema)) return durationText(value.message);
  return null;
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new Error('its result must be a finite number; a number was divided by zero, or is too large.');
}

function exactNumber(value: bigint): number | string {
  const number = Number(value);
  return BigInt(number) === value ? number : value.toString();
}

function durationText({ seconds, nanos }: { seconds: bigint; nanos: number }): string {
  return `${Number(seconds) + nanos / 1e9}s`;
}
