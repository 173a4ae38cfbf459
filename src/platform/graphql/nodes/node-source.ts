import DataLoader from 'dataloader';
import type { DeclaredRule } from '../allow.js';
import { defineLoader, type Scope } from '../context.js';
import type { RequestedFields } from '../requested-fields.js';

/** The ID of a record in its table, and what follows it in IDs of several parts. */
export interface NodeKey {
  id: string;
  rest: string | null;
}

/** Where `node(id)` finds the records of one GraphQL type. */
export interface NodeSource {
  /** The name of the GraphQL type. */
  name: string;
  /** The right to read its records, asked in the workspace of each. */
  rule: DeclaredRule;
  /** A table, or a statement in parentheses, with the columns `workspace_id` and `id`. */
  table: string;
  /** What precedes the ID of the row, for types without an ID of their own: `usage` for `usage:ID`. */
  prefix?: string;
  /** Loads one of them, batched with others that are requested at the same time; null if it does not exist. */
  load(scope: Scope, key: NodeKey, fields: RequestedFields): Promise<object | null>;
}

/** How records are loaded whose rows of one place in a document are read by one statement. */
export function loadRows<Row extends { id: string }>(
  read: (scope: Scope, ids: readonly string[], fields: RequestedFields) => Promise<Row[]>,
  keyOf: (row: Row) => string = ({ id }) => id,
): NodeSource['load'] {
  const loaders = defineLoader(() => new Map<RequestedFields, DataLoader<string, Row | null>>());
  return (scope, { id }, fields) => {
    const known = scope.loader(loaders);
    const loader =
      known.get(fields) ??
      new DataLoader(
        async (ids: readonly string[]) => {
          const byId = new Map((await read(scope, ids, fields)).map((row) => [keyOf(row), row]));
          return ids.map((one) => byId.get(one) ?? null);
        },
        { cache: false },
      );
    known.set(fields, loader);
    return loader.load(id);
  };
}
