import type { ErrorDetail } from '../errors/errors.js';

/**
 * Texts of an input that Postgres cannot store: those with NUL characters or unpaired surrogates. Checks its fields,
 * lists of texts and inner inputs; `storableJson` cleans JSON objects.
 * @param value an instance of an input class or of a list's arguments
 */
export function textViolations(value: object): ErrorDetail[] {
  return Object.entries(value).flatMap(([name, inner]) => violationsAt(name, inner));
}

/** A copy of an input without unpaired surrogates in its texts; JSON objects are not changed. */
export function wellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (!isInput(value)) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, wellFormed(inner)]);
  return Object.assign(Object.create(Object.getPrototypeOf(value)), Object.fromEntries(fields));
}

function violationsAt(field: string, value: unknown): ErrorDetail[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ field, rule: 'TEXT_NOT_STORABLE', message: messageFor(field) }];
  if (Array.isArray(value)) return value.flatMap((item, index) => violationsAt(`${field}[${index}]`, item));
  if (!isInput(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => violationsAt(`${field}.${name}`, inner));
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Inputs are instances of their classes, JSON objects of none. */
function isInput(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype && !(value instanceof Date);
}

function messageFor(field: string): string {
  return `${field} must not contain NUL characters or unpaired surrogates.`;
}
