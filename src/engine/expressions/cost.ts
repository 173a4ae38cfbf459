import { type CelEnv, type CelValue, isCelError, isCelList, isCelMap } from '@bufbuild/cel';
import { longestText, mostWork } from './limits.js';

/** What the expressions of one node have spent so far. */
export class CostMeter {
  #left = mostWork;

  /** @throws Error when the work of the node's expressions is used up */
  charge(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new Error(tooMuchWork);
  }
}

export const tooMuchWork = 'it takes more steps than an expression may. Ask for less data at once.';

// CEL functions get no context. Evaluation is synchronous, so the meter of the present one can stand here.
let present: CostMeter | null = null;

/** Runs `work` with its costs charged to `meter`. */
export function metered<T>(meter: CostMeter, work: () => T): T {
  const outer = present;
  present = meter;
  try {
    return work();
  } finally {
    present = outer;
  }
}

/** Charges the evaluation that is under way. */
export function charge(units: number): void {
  present?.charge(units);
}

// These look into lists and maps; the others touch their arguments only at the top.
const deep = new Set(['_==_', '_!=_', '@in', 'format', 'join']);

/** All functions of one name; the fitting one is chosen by the arguments. */
type Overloads = NonNullable<ReturnType<CelEnv['funcs']['find']>>;

/** The same functions; each call pays by the size of its arguments. */
export function withCost(overloads: Overloads): Overloads {
  const size = deep.has(overloads.name) ? deepSize : shallowSize;
  const quick = quickly[overloads.name];
  const call: Overloads['call'] = (id, target, args) => {
    const [left, right] = args;
    const result = quick && args.length === 2 ? quick(left, right) : undefined;
    if (result !== undefined) {
      charge(0.5);
      return result;
    }
    charge(3 + (target === undefined ? 0 : size(target)));
    for (const arg of args) charge(size(arg));
    const made = overloads.call(id, target, args);
    if (made !== undefined && !isCelError(made)) charge(shallowSize(made));
    return made;
  };
  return Object.create(overloads, { call: { value: call } }) as Overloads;
}

type Quick = (left: unknown, right: unknown) => boolean | undefined;

/** Comparing two numbers or two texts: by far the most frequent, and dear when an overload has to be found. */
const quickly: Partial<Record<string, Quick>> = {
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
  // 1n equals 1, and NaN nothing.
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

/** A text that may go on; longer ones are refused, before they fill the memory. */
export function boundedText(length: number): void {
  if (length > longestText) throw new Error(`it makes a text of more than ${longestText} characters.`);
}
