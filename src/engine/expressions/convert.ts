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
import { deepestData, mostValues } from './limits.js';

/** The values of the scope that lists and maps of CEL were converted from, to return them unchanged. */
const originals = new WeakMap<CelList | CelMap, object>();

/** Converts values of a scope to CEL values lazily, each one once. */
export class ScopeConverter {
  readonly #known = new WeakMap<object, CelInput>();

  /** JSON integers become CEL ints, so that they can be indexes. Only own properties are visible. */
  readonly convert = (value: unknown): CelInput => {
    switch (typeof value) {
      case 'number':
        return Number.isSafeInteger(value) ? BigInt(value) : value;
      case 'string':
      case 'boolean':
      case 'bigint':
        return value;
      case 'object':
        return value === null ? null : this.#object(value);
      default:
        return null;
    }
  };

  #object(value: object): CelInput {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const converted = this.#wrap(value);
    this.#known.set(value, converted);
    return converted;
  }

  #wrap(value: object): CelInput {
    if (value instanceof Date) return timestampFromDate(value);
    if (value instanceof Uint8Array) return value;
    const wrapped = Array.isArray(value) ? this.#list(value) : celMap(new OwnProperties(value, this.convert));
    originals.set(wrapped, value);
    return wrapped;
  }

  #list(value: readonly unknown[]): CelList {
    charge(value.length / 20);
    return celList(value.map(this.convert));
  }
}

/** An object's own properties as a map; the prototype is not accessible. */
class OwnProperties implements ReadonlyMap<string, CelInput> {
  readonly #object: Record<string, unknown>;

  constructor(
    object: object,
    readonly convert: (value: unknown) => CelInput,
  ) {
    this.#object = object as Record<string, unknown>;
  }

  get size(): number {
    return Object.keys(this.#object).length;
  }

  get(key: unknown): CelInput | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.#object, key)) return undefined;
    const value = this.#object[key];
    return value === undefined ? undefined : this.convert(value);
  }

  has(key: unknown): boolean {
    return this.get(key) !== undefined;
  }

  keys(): MapIterator<string> {
    return Object.keys(this.#object).values();
  }

  *entries(): Generator<[string, CelInput], undefined, undefined> {
    for (const key of Object.keys(this.#object)) yield [key, this.convert(this.#object[key])];
  }

  *values(): Generator<CelInput, undefined, undefined> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(callback: (value: CelInput, key: string, map: ReadonlyMap<string, CelInput>) => void): void {
    for (const [key, value] of this.entries()) callback(value, key, this);
  }

  [Symbol.iterator](): Generator<[string, CelInput], undefined, undefined> {
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
  return isCelList(value) || isCelMap(value) ? originals.get(value) : undefined;
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
