import { ValidateIf } from 'class-validator';
import { rulesOf } from '../adapters/class-validator.js';

/**
 * An optional field of an input, for which null is not a value. Where something is created, null is the same as left out;
 * an input that changes something refuses it: a field that must have a value cannot be cleared.
 */
export function IfSent(): PropertyDecorator {
  return ValidateIf(isSent);
}

const changing = new WeakSet<object>();

/** An input that changes what is stored: fields that are left out stay as they are. */
export function Changes(): ClassDecorator {
  return (target) => void changing.add(target);
}

function isSent(input: object, value: unknown): boolean {
  return value !== undefined && (value !== null || changing.has(input.constructor));
}

const omittable = new WeakMap<object, readonly string[]>();

/** Removes the fields of an input and of its inner inputs whose null is the same as left out. */
export function leaveOutNulls(input: unknown): void {
  if (Array.isArray(input)) for (const item of input) leaveOutNulls(item);
  if (!isInput(input)) return;
  for (const name of omittableFields(input.constructor)) if (input[name] === null) delete input[name];
  for (const inner of Object.values(input)) leaveOutNulls(inner);
}

/** The fields of a class with `IfSent`; none of one that changes something. */
function omittableFields(target: object['constructor']): readonly string[] {
  let names = omittable.get(target);
  if (!names) {
    const rules = changing.has(target) ? [] : rulesOf(target);
    names = rules.filter(({ constraints }) => constraints?.[0] === isSent).map(({ propertyName }) => propertyName);
    omittable.set(target, names);
  }
  return names;
}

/** Inputs are instances of their classes, JSON objects of none. */
function isInput(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype && !(value instanceof Date) && !Array.isArray(value);
}
