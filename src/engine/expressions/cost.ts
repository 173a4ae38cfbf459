import { type CelFunc, type CelValue, isCelList, isCelMap } from '@bufbuild/cel';
import { longestText, mostWork } from './limits.js';

/** What the expressions of one node have spent so far. */
export class Meter {
  #left = mostWork;

  /** @throws Error when the work of the node's expressions is used up */
  charge(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new Error(tooMuchWork);
  }
}

export const tooMuchWork = 'it takes more steps than an expression may. Ask for less data at once.';

// CEL functions get no context. Evaluation is synchronous, so the meter of the present one can stand here.
let present: Meter | null = null;

/** Runs `work` with its costs charged to `meter`. */
export function metered<T>(meter: Meter, work: () => T): T {
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

/** The same function, which pays for each call by the size of its arguments. */
export function withCost(func: CelFunc): CelFunc {
  const size = deep.has(func.name) ? deepSize : shallowSize;
  const call: CelFunc['call'] = (id, target, args) => {
    charge(1 + (target === undefined ? 0 : size(target)));
    for (const arg of args) charge(size(arg));
    return func.call(id, target, args);
  };
  return Object.create(func, { call: { value: call } }) as CelFunc;
}

function shallowSize(value: CelValue): number {
  if (typeof value === 'string') return value.length / 200;
  if (value instanceof Uint8Array) return value.length / 200;
  return isCelList(value) || isCelMap(value) ? value.size / 20 : 0;
}

function deepSize(value: CelValue): number {
  if (isCelList(value)) for (const item of value) charge(0.2 + deepSize(item));
  if (isCelMap(value)) for (const [, item] of value) charge(0.4 + deepSize(item));
  return shallowSize(value);
}

/** A text that may go on; longer ones are refused, before they fill the memory. */
export function boundedText(length: number): void {
  if (length > longestText) throw new Error(`it makes a text of more than ${longestText} characters.`);
}
