import { type ContractChange, notable } from './change.js';
import type { Schema } from './document.js';

/** Who writes the value: clients write requests, so they may not become narrower; the server writes answers. */
export type Side = 'request' | 'answer';

/** A place in a contract: the operation or the component, and the path of properties in it. */
export interface Place {
  owner: string;
  isComponent: boolean;
  path: readonly string[];
}

export type Keywords = Record<string, unknown>;

/** Compares what is below a schema. */
export type CompareBelow = (before: Schema, after: Schema, at: Place) => ContractChange[];

/** What a line of the changelog names: `Contact.email`, or the operation and `data.email`. */
export function namesOf({ owner, isComponent, path }: Place): string[] {
  if (path.length === 0) return [owner];
  return isComponent ? [[owner, ...path].join('.')] : [owner, path.join('.')];
}

/** A new value of an enum of answers. */
export function addedValue(at: Place, value: unknown): ContractChange {
  return notable([String(value)], `a new value of ${namesOf(at).join(', ')}`);
}
