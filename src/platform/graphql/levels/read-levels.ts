import { type FieldNode, type GraphQLResolveInfo, getArgumentValues } from 'graphql';
import type { GraphContext } from '../context.js';
import { resolveMany } from './batched.js';
import { JsonText } from './json-text.js';
import type { PlannedField, PlannedSelection, Shape } from './plan-query.js';

/** What differs from run to run of a planned query. */
export interface QueryRun {
  context: GraphContext;
  variables: Record<string, unknown>;
}

/** What was read of one field for all parents of its place. Values that failed are Errors. */
export interface Column {
  values: readonly unknown[];
  /** For objects: what was read of them, and the place of each parent's first one among them. */
  below: { level: Level; starts: readonly number[] } | null;
}

/** What was read of a selection: a column for each field; null if the value is read from the parent as it is. */
export type Level = readonly (Column | null)[];

/** Reads a selection of all objects of one place: each field once, the fields at the same time. Never rejects. */
export function readLevel(run: QueryRun, { fields }: PlannedSelection, parents: readonly object[]): Promise<Level> {
  return Promise.all(fields.map((field) => (isOwn(field) ? null : readColumn(run, field, parents))));
}

/** A value without fields that the parent has already. */
function isOwn({ constant, inner, definition }: PlannedField): boolean {
  return constant !== null || (inner === null && !definition?.resolve);
}

async function readColumn(run: QueryRun, field: PlannedField, parents: readonly object[]): Promise<Column> {
  const read = await awaited(await valuesOf(run, field, parents));
  if (!field.inner) return { values: read, below: null };
  const values = field.shape.items ? await Promise.all(read.map((value) => itemsOf(field, value))) : read;
  const objects: object[] = [];
  const starts = values.map((value) => {
    const start = objects.length;
    addObjects(field.shape, value, objects);
    return start;
  });
  const level = objects.length > 0 ? await readLevel(run, field.inner, objects) : [];
  return { values, below: { level, starts } };
}

function valuesOf(
  { context, variables }: QueryRun,
  { many, definition, info: planned, name, key }: PlannedField,
  parents: readonly object[],
): Promise<readonly unknown[]> | readonly unknown[] {
  if (!definition?.resolve) return parents.map((parent) => ownValue(parent, name));
  const { resolve } = definition;
  const path = { prev: undefined, key, typename: planned.parentType.name };
  const info: GraphQLResolveInfo = { ...planned, variableValues: variables, path, rootValue: undefined };
  const { args: declared } = definition;
  const args = () =>
    declared.length === 0 ? {} : getArgumentValues(definition, info.fieldNodes[0] as FieldNode, variables);
  const each = <T>(read: (parent: object) => T) =>
    parents.map((parent) => {
      try {
        return read(parent);
      } catch (error) {
        return asError(error);
      }
    });
  if (!many) return each((parent) => resolve(parent, args(), context, info));
  try {
    return resolveMany(many, parents, args(), context, info);
  } catch (error) {
    return parents.map(() => asError(error));
  }
}

/** The values, once those that are promises are settled. */
function awaited(values: readonly unknown[]): readonly unknown[] | Promise<readonly unknown[]> {
  if (!values.some((value) => value instanceof Promise)) return values;
  return Promise.all(values.map((value) => (value instanceof Promise ? value.catch(asError) : value)));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** A property of an object, as graphql reads it by default. */
export function ownValue(parent: object, name: string): unknown {
  return (parent as Record<string, unknown>)[name];
}

/** The items of a list of objects. */
function itemsOf(field: PlannedField, value: unknown): unknown {
  if (!isObject(value)) return value;
  const items = arrayOf(value);
  return items ? awaited(items) : notIterable(field);
}

export function notIterable({ info: { parentType, fieldName } }: PlannedField): Error {
  return new Error(`Expected Iterable, but did not find one for field "${parentType.name}.${fieldName}".`);
}

/** A list as an array; null for what is no list. */
export function arrayOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null && Symbol.iterator in value
    ? Array.from(value as Iterable<unknown>)
    : null;
}

function addObjects({ items }: Shape, value: unknown, into: object[]): void {
  if (!isObject(value)) return;
  if (items) for (const item of value as unknown as unknown[]) addObjects(items, item, into);
  else into.push(value);
}

/** Whether something is read of a value: it is neither null, nor failed, nor printed already. */
export function isObject(value: unknown): value is object {
  return value !== null && value !== undefined && !(value instanceof Error) && !(value instanceof JsonText);
}
