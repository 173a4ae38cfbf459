import type { EnumOf } from '../graphql/enums.js';

/** The comparisons of a filter. All that are sent must hold. */
export const comparisons = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'isNull'] as const;
export type Comparison = (typeof comparisons)[number];

/** Adds a value to those of a statement and returns its place: `$3`. */
export type Bind = (value: unknown) => string;

/**
 * What an index finds by a field, behind the workspace and the record that a list belongs to: any value, only rows that have
 * one, or only rows with one of some values.
 */
export type FilterIndex = 'any' | 'present' | { readonly values: readonly unknown[] };

/** Fields by what an index finds by them. */
export interface FieldIndexes {
  readonly any?: readonly string[];
  readonly present?: readonly string[];
  readonly only?: Readonly<Record<string, readonly unknown[]>>;
}

/** What an index finds by a field; undefined without one. */
export function indexOf({ any = [], present = [], only = {} }: FieldIndexes, name: string): FilterIndex | undefined {
  if (any.includes(name)) return 'any';
  if (present.includes(name)) return 'present';
  const values = only[name];
  return values && { values };
}

/** How the values of a field are compared. */
export interface FilteredValue {
  /** The Postgres type that they are compared as. */
  sqlType: string;
  /** The closed set of values, with the name of its GraphQL type. */
  enum?: { name: string; type: EnumOf<string> };
}

/** A field that a list is filtered by. */
export interface FilteredField extends FilteredValue {
  /** The expression of its value. */
  column: string;
  /** The condition of a comparison where it is not that of the column; undefined for comparisons that are. */
  condition?(comparison: Comparison, value: unknown, bind: Bind): string | undefined;
  index?: FilterIndex | undefined;
}

/** What a list is filtered by. Its input types, its conditions and its cost follow. */
export interface ListFilter {
  /** The first part of the names of its input types: `Contact`. */
  name: string;
  /** The rows in words: `contacts`. */
  words: string;
  /** By name. `id` is also that of `ids`. */
  fields: Readonly<Record<string, FilteredField>>;
  /** The column with fields that are named by their keys. */
  customFields?: string;
}

/** The field whose entries a filter names by their keys. */
export const customFields = 'customFields';

/** Values by comparison. */
export type Comparisons = Readonly<Partial<Record<Comparison, unknown>>>;

/** The comparisons that were sent. */
export function comparisonsOf(sent: Comparisons): [Comparison, unknown][] {
  const entries = Object.entries(sent) as [Comparison, unknown][];
  return entries.filter(([, value]) => value !== undefined && value !== null);
}

/** An object without a condition lists nothing less than without it. */
export type SentFilter = Readonly<Record<string, unknown>>;

/** A condition of a validated filter: of a field, or of the custom field with a key. */
export type SentCondition = { name: string; key?: string; comparison: Comparison; value: unknown };

/** The conditions of a filter, without those of its branches. */
export function conditionsSent({ or: _, ...filter }: SentFilter): SentCondition[] {
  return Object.entries(filter).flatMap(([name, sent]) => {
    if (sent === undefined || sent === null) return [];
    if (name !== customFields) {
      return comparisonsOf(sent as Comparisons).map(([comparison, value]) => ({ name, comparison, value }));
    }
    const entries = sent as (Comparisons & { key: string })[];
    return entries.flatMap(({ key, ...one }) =>
      comparisonsOf(one).map(([comparison, value]) => ({ name, key, comparison, value })),
    );
  });
}

/** The branches of a filter, one of which must hold. */
export function branchesOf({ or }: SentFilter): readonly SentFilter[] | null {
  return (or as SentFilter[] | null | undefined) ?? null;
}
