import { deserialize, serialize } from 'node:v8';
import type { EntityMetadata, MetadataStorage } from '@mikro-orm/postgresql';
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
  if (!isStorable(step.value) || !isStorable(step.changes)) return null;
  const bytes = serialize(withoutClasses(step));
  return bytes.length > longest ? null : bytes.toString('base64');
}

/** @param classes those of the entities that the step returned */
export function readStep(text: string, classes: EntityClasses): RecordedStep {
  return withClasses(deserialize(Buffer.from(text, 'base64')), classes) as RecordedStep;
}

/** Finds what MikroORM knows of a class. */
export type EntityClasses = Pick<MetadataStorage, 'getByClassName'>;

/** The name of the class of an entity; undefined for all else. */
function entityName(value: object): string | undefined {
  const { __meta } = Object.getPrototypeOf(value) as { __meta?: EntityMetadata };
  return __meta?.className;
}

/** Instances of classes that are no entities would be read as objects without their methods. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object' || value === null || value instanceof Date) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return (isPlain(value) || entityName(value) !== undefined) && Object.values(value).every(isStorable);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value with a map of the name of its class to its columns for each entity: nothing else that is storable is a map. */
function withoutClasses(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(withoutClasses);
  const columns = mapValues(value, withoutClasses);
  return isPlain(value) ? columns : new Map([[entityName(value), columns]]);
}

function withClasses(value: unknown, classes: EntityClasses): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((entry) => withClasses(entry, classes));
  if (!(value instanceof Map)) return mapValues(value, (entry) => withClasses(entry, classes));
  const [[name, columns]] = [...(value as Map<string, object>)] as [[string, object]];
  const { prototype } = classes.getByClassName(name);
  return Object.assign(Object.create(prototype) as object, withClasses(columns, classes));
}

function mapValues(value: object, map: (entry: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, map(entry)]));
}
