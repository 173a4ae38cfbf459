import { deserialize, serialize } from 'node:v8';
import type { RowChange } from '../database/row-changes.js';

/** What a transaction of a request returned, and the rows that it changed. */
export interface RecordedStep {
  /** Its number among the transactions of the request, of which some may have failed. */
  number: number;
  value: unknown;
  changes: readonly RowChange[];
}

/** In bytes. A larger result cannot be repeated. */
const longest = 1024 * 1024;

/** A step as text; null if it cannot be stored so that reading it gives the same value. */
export function writeStep(step: RecordedStep): string | null {
  if (!isPlain(step.value) || !isPlain(step.changes)) return null;
  const bytes = serialize(step);
  return bytes.length > longest ? null : bytes.toString('base64');
}

export function readStep(text: string): RecordedStep {
  return deserialize(Buffer.from(text, 'base64')) as RecordedStep;
}

/** Instances of classes would be read as objects without their methods. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object' || value === null || value instanceof Date) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}
