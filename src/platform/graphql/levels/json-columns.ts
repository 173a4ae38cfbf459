import { type FieldNode, type GraphQLResolveInfo, getArgumentValues } from 'graphql';
import { Extensions } from 'type-graphql';
import type { LargeColumn } from '../../database/read-large.js';
import type { PageOf } from '../page.js';
import { JsonText } from './json-text.js';
import type { PlannedField, PlannedInfo, PlannedSelection } from './plan-query.js';

// Two lists and what is nested in them (flows, executions, their steps and folders) are written as JSON by Postgres and sent
// without being parsed. It stays for the nested page: 20 flows with 5 executions each and their steps took 6.7 instead of 10.3
// ms of the server's processor time a request, and 6.7 instead of 5.8 of Postgres' (two servers interleaved, 20 rounds of 60, a
// busy machine). A list without anything nested gains nothing (3.2 and 3.2 ms).

/** The fields of a type that Postgres can write as JSON, and the expressions of their values. */
export type JsonColumns = Readonly<Record<string, string>>;

/** An expression for a value as JSON, and the fields in it that a workspace can make large. */
export interface WrittenJson {
  sql: string;
  large: readonly string[];
}

/** A field with fields of its own, as it was sent. */
export interface SentField {
  selection: PlannedSelection;
  variables: Readonly<Record<string, unknown>>;
  /** Its arguments without those that are null. */
  args: Readonly<Record<string, unknown>>;
}

/**
 * Writes a field as JSON in the statement that reads its parent; null if Postgres cannot write it as it was sent.
 * @param parent the name of the row of the parent in the statement
 */
export type WriteField = (field: SentField, parent: string) => WrittenJson | null;

/**
 * Declares that Postgres can write a field with the row of its parent. Only for fields without a right of their own: nobody asks
 * for it.
 */
export function Written(write: WriteField): MethodDecorator {
  return Extensions({ write }) as MethodDecorator;
}

/** A `timestamptz` as `DateTime` prints it. */
export function timeColumn(expression: string): string {
  return `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * A row as JSON, as a client reads it.
 * @param row the name of the row in the statement
 * @returns null if one of the fields cannot be written by Postgres
 */
export function writeObject(
  { selection: { fields, omitsNull }, variables }: Pick<SentField, 'selection' | 'variables'>,
  columns: JsonColumns,
  row: string,
): WrittenJson | null {
  if (omitsNull) return null;
  const parts: string[] = [];
  const large: string[] = [];
  for (const field of fields) {
    const written = Object.hasOwn(columns, field.name)
      ? { sql: `coalesce(to_json(${columns[field.name]})::text, 'null')`, large: [] }
      : writeField(field, variables, row);
    if (!written) return null;
    // Names of GraphQL contain letters, digits and underscores only.
    parts.push(`'${field.head}' || ${written.sql}`);
    large.push(...written.large);
  }
  return { sql: `'{' || ${[...parts, `'}'`].join(' || ')}`, large };
}

function writeField({ definition, inner, info }: PlannedField, variables: SentField['variables'], row: string) {
  const write = definition?.extensions.write as WriteField | undefined;
  if (!write || !definition || !inner) return null;
  try {
    const sent = Object.entries(getArgumentValues(definition, info.fieldNodes[0] as FieldNode, variables));
    const args = Object.fromEntries(sent.filter(([, value]) => value !== null));
    return write({ selection: inner, variables, args }, row);
  } catch {
    // Arguments that are not valid are reported by the resolver.
    return null;
  }
}

const commonLimits: ReadonlySet<unknown> = new Set([1, 2, 3, 5, 10, 20, 25, 50, 100]);

/** Whether a limit is one of a few, for which statements can be prepared that contain it. */
function isCommonLimit(limit: unknown): limit is number {
  return commonLimits.has(limit);
}

/** The items of a page as a page that selects nothing else; null if it does, or has arguments besides a usual `limit`. */
export function itemsOnly({
  selection,
  variables,
  args,
}: SentField): (SentField & { head: string; limit: number }) | null {
  const [items, ...others] = selection.fields;
  const { limit = 20, ...filters } = args;
  if (items?.name !== 'items' || !items.inner || others.length > 0) return null;
  if (!isCommonLimit(limit) || Object.keys(filters).length > 0) return null;
  return { selection: items.inner, variables, args, head: items.head, limit };
}

/** What is selected for rows that Postgres writes as JSON. */
export interface TextSelection {
  columns: string;
  large: readonly LargeColumn[];
}

/**
 * The rows of a list as JSON; null if the answer is not printed, or Postgres cannot write all of it.
 * @param row the name of the rows in the statement
 */
export function selectItems(info: GraphQLResolveInfo, columns: JsonColumns, row: string): TextSelection | null {
  const pages = (info as Partial<PlannedInfo>).inner?.fields.filter(({ name }) => name === 'items') ?? [];
  const selection = pages.length === 1 ? pages[0]?.inner : null;
  const written = selection && writeObject({ selection, variables: info.variableValues }, columns, row);
  if (!written) return null;
  const size = 'octet_length(p."text")';
  const large = written.large.length > 0 ? [{ fields: written.large, stored: size, exact: size }] : [];
  return { columns: `${row}.id as "id", ${written.sql} as "text"`, large };
}

/** A page of rows that were selected by `selectItems`. */
export function printedPage({ items, pagination }: PageOf<{ text?: string }>): PageOf<JsonText> {
  return { items: items.map(({ text = '' }) => new JsonText(text)), pagination };
}
