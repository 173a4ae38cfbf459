import { LargeValue } from '../large-value.js';
import { charge } from '../work.js';
import { redactionMark } from './redact-secret.js';

/** Values nested deeper are stored only as their beginning, which ends before this. */
const deepest = 200;

/**
 * The forms in which records show values that contain secrets, by the list or object that is such a value. What is masked
 * follows from where a value came from, never from what it equals: an author who writes a guess sees it as it is, right or
 * wrong.
 */
const forms = new WeakMap<object, unknown>();

/** From now on records show a value in another form. */
export function showAs(value: unknown, shown: unknown): void {
  if (isObject(value) && value !== shown) forms.set(value, shown);
}

/** A value as records show it: the same object where it contains no secret. */
export function shownOf<T>(value: T): T {
  return show(value, 0) as T;
}

function show(value: unknown, depth: number): unknown {
  if (!isObject(value) || depth > deepest) return value;
  if (value instanceof LargeValue) return value.redacted ?? value;
  if (forms.has(value)) return forms.get(value);
  const shown = Object.entries(value).map(([key, item]) => [key, show(item, depth + 1)] as const);
  if (shown.every(([key, item]) => item === (value as Record<string, unknown>)[key])) return value;
  return Array.isArray(value) ? shown.map(([, item]) => item) : Object.fromEntries(shown);
}

/** A text, number or boolean that is secret, and how it is shown. */
export interface HiddenPart {
  value: unknown;
  shown: string;
}

/** The parts of a value that its shown form does not show. */
export function hiddenParts(value: unknown, shown: unknown): HiddenPart[] {
  if (Object.is(value, shown) || value === null || value === undefined) return [];
  charge(1);
  if (!isObject(value)) return [{ value, shown: typeof shown === 'string' ? shown : redactionMark }];
  return Object.entries(value).flatMap(([key, item]) => hiddenParts(item, ownItem(shown, key)));
}

function ownItem(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** A copy of a value with the parts at these paths masked whole. */
export function maskAt(value: unknown, paths: readonly (readonly (string | number)[])[]): unknown {
  return paths.reduce<unknown>((masked, path) => maskOne(masked, path), value);
}

function maskOne(value: unknown, [key, ...rest]: readonly (string | number)[]): unknown {
  if (key === undefined) return value === null ? null : redactionMark;
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const item = (value as Record<string | number, unknown>)[key];
  const inner = maskOne(item, rest);
  if (inner === item) return value;
  return Array.isArray(value)
    ? value.map((item, index) => (index === key ? inner : item))
    : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, name === String(key) ? inner : item]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}
