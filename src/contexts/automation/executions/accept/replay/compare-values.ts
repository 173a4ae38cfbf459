import { redactionMark } from '../../../../../engine/index.js';
import { beginningOf } from '../../store/values/json-size.js';
import { referenceIn } from '../../store/values/large-values.js';

/** A value that differs, and the path to it; the path is empty for the whole value. */
export interface Difference {
  path: string;
  before: unknown;
  after: unknown;
}

/** A difference as an answer shows it: the values as JSON. */
export interface ShownDifference {
  path: string;
  before: string | null;
  after: string | null;
  isCut: boolean;
}

/** Milliseconds by which times may differ: a step reads the clock a little after it begins. */
const toleranceMs = 1_000;

const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)/g;
const redacted = new RegExp(`${redactionMark}\\S{0,4}`, 'g');

/**
 * The first differences between two values, in the order of their fields. What is missing is null. Texts are equal whose
 * times differ by less than a second, or that show another end of a secret; references to large values, if they have one size.
 */
export function differencesBetween(before: unknown, after: unknown, most: number): Difference[] {
  const found: Difference[] = [];
  compare(before, after, '', found, most);
  return found;
}

function compare(before: unknown, after: unknown, path: string, found: Difference[], most: number): void {
  if (found.length >= most || before === after || (before ?? null) === (after ?? null)) return;
  if (typeof before === 'string' && typeof after === 'string' && sameText(before, after)) return;
  const [first, second] = [referenceIn(before), referenceIn(after)];
  if (first && second && (first.id === second.id || first.size === second.size)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length) && found.length < most; index++)
      compare(before[index], after[index], `${path}[${index}]`, found, most);
  } else if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (found.length >= most) return;
      compare(own(before, key), own(after, key), pathTo(path, key), found, most);
    }
  } else found.push({ path, before: before ?? null, after: after ?? null });
}

function sameText(before: string, after: string): boolean {
  if (masked(before) !== masked(after)) return false;
  const [first, second] = [timesIn(before), timesIn(after)];
  return first.every((time, index) => Math.abs(time - (second[index] ?? Number.NaN)) <= toleranceMs);
}

function masked(text: string): string {
  return text.replace(times, '').replace(redacted, redactionMark);
}

function timesIn(text: string): number[] {
  return (text.match(times) ?? []).map((time) => Date.parse(time));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function pathTo(path: string, key: string): string {
  if (!/^[A-Za-z_]\w*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Characters of a value that an answer shows, and of all values in it. */
const charactersAtMost = { value: 1_000, path: 500, answer: 2 * 1024 * 1024 };

/** Cuts the values of one answer, so that it is not too large. */
export class ValuePreviews {
  #left = charactersAtMost.answer;

  /** A difference as it is shown. */
  show({ path, before, after }: Difference): ShownDifference {
    const [first, second] = [this.#textOf(before), this.#textOf(after)];
    const isCut = first.isCut || second.isCut || path.length > charactersAtMost.path;
    return { path: path.slice(0, charactersAtMost.path), before: first.text, after: second.text, isCut };
  }

  #textOf(value: unknown): { text: string | null; isCut: boolean } {
    if (value === null) return { text: null, isCut: false };
    const text = beginningOf(value, charactersAtMost.value + 1);
    this.#left -= Math.min(text.length, charactersAtMost.value) + charactersAtMost.path;
    if (this.#left < 0) return { text: null, isCut: true };
    return { text: text.slice(0, charactersAtMost.value), isCut: text.length > charactersAtMost.value };
  }
}
