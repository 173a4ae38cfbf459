import type { GraphQLResolveInfo } from 'graphql';
import type { PlannedField, PlannedInfo, PlannedSelection } from './plan-query.js';

/** The fields of a type that Postgres can write as JSON, and the expressions of their values. */
export type JsonColumns = Readonly<Record<string, string>>;

/** Writes a field that has fields of its own as JSON; null if Postgres cannot write it. */
export type WriteField = (field: PlannedField) => string | null;

/** A `timestamptz` as `DateTime` prints it. */
export function timeColumn(expression: string): string {
  return `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * An expression for a row as JSON, as a client reads it.
 * @param nested the fields with fields of their own
 * @returns null if one of the fields cannot be written by Postgres
 */
export function jsonOf(
  { fields }: PlannedSelection,
  columns: JsonColumns,
  nested: Readonly<Record<string, WriteField>> = {},
): string | null {
  const parts: string[] = [];
  for (const field of fields) {
    const own = Object.hasOwn(columns, field.name) ? `coalesce(to_json(${columns[field.name]})::text, 'null')` : null;
    const value = nested[field.name]?.(field) ?? own;
    if (!value) return null;
    // Names of GraphQL contain letters, digits and underscores only.
    parts.push(`'${field.head}' || ${value}`);
  }
  return `'{' || ${[...parts, `'}'`].join(' || ')}`;
}

/** The selection of the items of a page, if its answer is printed and selects them once. */
export function printedItems(info: GraphQLResolveInfo): PlannedSelection | null {
  const pages = (info as Partial<PlannedInfo>).inner?.fields.filter(({ name }) => name === 'items') ?? [];
  return (pages.length === 1 && pages[0]?.inner) || null;
}

/** Whether a field is sent without arguments. */
export function hasNoArguments({ info: { fieldNodes } }: PlannedField): boolean {
  return fieldNodes.every((node) => !node.arguments?.length);
}
