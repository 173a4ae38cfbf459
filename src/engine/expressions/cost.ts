import { type CelEnv, type CelValue, isCelError, isCelList, isCelMap } from '@bufbuild/cel';
import { charge, chargeSearch } from '../work.js';
import { refuseNull } from './null-values.js';
import { prices, slow, slowHexadecimal } from './prices.js';

// These traverse lists and maps; the others read only the top level of their arguments.
const deep = new Set(['_==_', '_!=_', '@in', 'format', 'join']);

// Times are parsed with regular expressions and calendars.
const ofTimes = /^(timestamp|duration|get[A-Z]\w+)$/;

// These search a text for another one, which takes the product of their lengths at worst.
const searches = new Set(['contains', 'indexOf', 'lastIndexOf', 'split', 'replace']);

/** All functions of one name; the arguments decide which is called. */
type Overloads = NonNullable<ReturnType<CelEnv['funcs']['find']>>;

/** The same functions, with each call charged by the size of its arguments. */
export function withCost(overloads: Overloads): Overloads {
  const { [overloads.name]: factor = 1 } = slow;
  const sizeOf = deep.has(overloads.name) ? deepSize : shallowSize;
  const isFormat = overloads.name === 'format';
  const base = ofTimes.test(overloads.name) ? prices.callOfTimes : prices.call;
  const isSearch = searches.has(overloads.name);
  const fast = fastPaths[overloads.name];
  const call: Overloads['call'] = (id, target, args) => {
    const [left, right] = args;
    const fastResult = fast && args.length === 2 ? fast(left, right) : undefined;
    if (fastResult !== undefined) {
      charge(prices.comparison);
      return fastResult;
    }
    const refused = refuseNull(id, overloads.name, target, args);
    if (refused) return refused;
    const inArguments = isFormat && writes('x', target) ? slowHexadecimal : factor;
    charge(base + (target === undefined ? 0 : sizeOf(target, factor)));
    for (const arg of args) charge(sizeOf(arg, inArguments));
    if (isFormat && isCelList(left) && writes('f', target)) charge(left.size * prices.fraction);
    if (isZoned(overloads.name, left)) charge(prices.callOfZones);
    if (isSearch && typeof target === 'string' && typeof left === 'string') chargeSearch(target, left);
    const result = overloads.call(id, target, args);
    if (result !== undefined && !isCelError(result)) charge(shallowSize(result));
    return result;
  };
  return Object.create(overloads, { call: { value: call } }) as Overloads;
}

/** Whether a format may write a value in hexadecimal (`x`), or as a number with a fraction (`f`). */
function writes(letter: 'x' | 'f', format: CelValue | undefined): boolean {
  return typeof format === 'string' && (letter === 'x' ? /%[.\d]*x/i : /%[.\d]*f/i).test(format);
}

/** Whether a part of a time is read in another time zone than UTC. */
function isZoned(name: string, zone: CelValue | undefined): boolean {
  return name.startsWith('get') && typeof zone === 'string';
}

/** The same functions, which refuse null. */
export function refusingNull(overloads: Overloads): Overloads {
  const call: Overloads['call'] = (id, target, args) =>
    refuseNull(id, overloads.name, target, args) ?? overloads.call(id, target, args);
  return Object.create(overloads, { call: { value: call } }) as Overloads;
}

type FastPath = (left: unknown, right: unknown) => boolean | undefined;

/**
 * Comparisons of two numbers or two texts, and the search for a key: the most frequent calls, which are slow when an
 * overload must be resolved, and read nothing else.
 */
const fastPaths: Partial<Record<string, FastPath>> = {
  '@in': (key, of) => (typeof key === 'string' && isCelMap(of) ? of.get(key) !== undefined : undefined),
  '_==_': (a, b) => (isPlain(a) && isPlain(b) ? equal(a, b) : undefined),
  '_!=_': (a, b) => (isPlain(a) && isPlain(b) ? !equal(a, b) : undefined),
  '_<_': (a, b) => (isOrdered(a, b) ? a < (b as string) : undefined),
  '_<=_': (a, b) => (isOrdered(a, b) ? a <= (b as string) : undefined),
  '_>_': (a, b) => (isOrdered(a, b) ? a > (b as string) : undefined),
  '_>=_': (a, b) => (isOrdered(a, b) ? a >= (b as string) : undefined),
};

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isPlain(value: unknown): value is number | bigint | string | boolean | null {
  return isNumeric(value) || typeof value === 'string' || typeof value === 'boolean' || value === null;
}

function equal(a: unknown, b: unknown): boolean {
  // 1n equals 1; NaN equals nothing.
  return isNumeric(a) && isNumeric(b) ? a <= b && a >= b : a === b;
}

function isOrdered(a: unknown, b: unknown): a is string {
  return (isNumeric(a) && isNumeric(b)) || (typeof a === 'string' && typeof b === 'string');
}

function shallowSize(value: CelValue, factor = 1): number {
  if (typeof value === 'string') return factor * value.length * prices.character;
  if (value instanceof Uint8Array) return factor * value.length * prices.character;
  // Maps charge for their keys themselves; the length of a list is known.
  return isCelList(value) ? value.size * prices.entry : 0;
}

function deepSize(value: CelValue, factor: number): number {
  if (isCelList(value)) for (const item of value) charge(prices.deepItem * factor + deepSize(item, factor));
  if (isCelMap(value)) for (const [, item] of value) charge(prices.deepEntry * factor + deepSize(item, factor));
  return shallowSize(value, factor);
}
