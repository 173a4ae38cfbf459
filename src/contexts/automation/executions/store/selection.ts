import type { LargeColumn } from '../../../../platform/database/read-large.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';

/** What is selected of a table for the requested fields. */
export interface Selection {
  columns: string;
  /** The selected columns that can be large. */
  large: readonly LargeColumn[];
  /** The same for all selections of the same columns. */
  key: string;
}

/** A selection of columns, the large of which are read only if they fit. */
export function selection(columns: string, large: readonly LargeColumn[]): Selection {
  return { columns, large, key: [columns, ...large.map(({ late }) => late)].join() };
}

/** Builds the text of a selection once: the requested fields of a document are one object. */
export function remembered(
  known: WeakMap<RequestedFields, Selection>,
  fields: RequestedFields,
  make: () => Selection,
): Selection {
  const made = known.get(fields) ?? make();
  known.set(fields, made);
  return made;
}

/** Columns in SQL, by the name of their field. */
type Columns = Readonly<Record<string, string>>;

/** The columns of the requested fields. */
export function asked(columns: Columns, fields: RequestedFields): [name: string, column: string][] {
  return Object.entries(columns).filter(([name]) => fields.has(name));
}

/** The list of a SELECT, each column by its name. */
export function selectList(columns: Iterable<readonly [name: string, column: string]>): string {
  return Array.from(columns, ([name, column]) => `${column} as "${name}"`).join(', ');
}
