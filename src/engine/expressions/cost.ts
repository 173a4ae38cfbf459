import { type CelEnv, type CelValue, isCelError, isCelList, isCelMap } from '@bufbuild/cel';
import { longestText, mostWork } from './limits.js';

/** The work that the expressions of one node may still do. */
export class CostMeter {
  #left = mostWork;

  /** @throws Error when the work of the node's expressions is used up */
  charge(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new Error(tooMuchWork);
  }
}

export const tooMuchWork = 'it exceeds the work that the expressions of a node may do. Process less data at once.';

// CEL functions get no context. Evaluation is synchronous, so the current meter can be a module variable.
let current: CostMeter | null = null;

/** Runs `work` with its costs charged to `meter`. */
export function metered<T>(meter: CostMeter, work: () => T): T {
  const outer = current;
  current = meter;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** Charges the evaluation in progress. */
export function charge(units: number): void {
  current?.charge(units);
}

// These traverse lists and maps; the others read only the top level of their arguments.
const deep = new Set(['_==_', '_!=_', '@in', 'format', 'join']);

/** All functions of one name; the arguments decide which is called. */
type Overloads = NonNullable<ReturnType<CelEnv['funcs']['find']>>;

/** The same functions, with each call charged by the size of its arguments. */
export function withCost(overloads: Overloads): Overloads {
  const size = deep.has(overloads.name) ? deepSize : shallowSize;
  const fast = fastPaths[overloads.name];
  const call: Overloads['call'] = (id, target, args) => {
    const [left, right] = args;
    const fastResult = fast && args.length === 2 ? fast(left, right) : undefined;
    if (fastResult !== undefined) {
      charge(0.5);
      return fastResult;
    }
    charge(3 + (target === undefined ? 0 : size(target)));
    for (const arg of args) charge(size(arg));
    const result = overloads.call(id, target, args);
    if (result !== undefined && !isCelError(result)) charge(shallowSize(result));
    return result;
  };
  return Object.create(overloads, { call: { value: call } }) as Overloads;
}

type FastPath = (left: unknown, right: unknown) => boolean | undefined;

/** Comparisons of two numbers or two texts: the most frequent calls, and slow when an overload must be resolved. */
const fastPaths: Partial<Record<string, FastPath>> = {
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

function shallowSize(value: CelValue): number {
  if (typeof value === 'string') return value.length / 200;
  if (value instanceof Uint8Array) return value.length / 200;
  return isCelList(value) || isCelMap(value) ? value.size / 20 : 0;
}

function deepSize(value: CelValue): number {
  if (isCelList(value)) for (const item of value) charge(0.5 + deepSize(item));
  if (isCelMap(value)) for (const [, item] of value) charge(0.7 + deepSize(item));
  return shallowSize(value);
}

/** Checks the length of a text before it is built. @throws Error for a text over the limit */
export function boundedText(length: number): void {
  if (length > longestText) throw new Error(`it must not create a text of more than ${longestText} characters.`);
}
