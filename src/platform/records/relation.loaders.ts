import DataLoader from 'dataloader';
import { readLarge } from '../database/read-large.js';
import { defineLoader, type Scope } from '../graphql/context.js';
import type { PageOf } from '../graphql/page.js';
import { readPages } from '../graphql/read-page.js';
import type { RequestedFields } from '../graphql/requested-fields.js';
import { listQuery, type RecordListArgs } from './list-records.js';
import { type AnyRecord, lowerFirst, recordColumn } from './record-definition.js';
import { largeOf, selectList } from './record-rows.js';

type Row = Record<string, unknown> & { id: string };

/** A place in a GraphQL document, whose rows are read in one batch. */
type Place = RequestedFields;

const rowLoaders = defineLoader(() => new Map<Place, DataLoader<string, Row | null>>());
/** Loads a record by ID, batched with the others of the same place in the document; null if it does not exist. */
export function loadRecord(scope: Scope, record: AnyRecord, id: string, fields: Place): Promise<Row | null> {
  const loaders = scope.loader(rowLoaders);
  const loader =
    loaders.get(fields) ??
    // A later mutation of the same request may change the rows, so nothing is cached beyond a batch.
    new DataLoader((ids: readonly string[]) => readRecords(scope, record, ids, fields), { cache: false });
  loaders.set(fields, loader);
  return loader.load(id);
}

/** Pages of the records whose `field` refers to rows, in their order; an error for a row to whose list the cursor does not belong. */
export async function readRecordPages(
  scope: Scope,
  record: AnyRecord,
  { field, ids, args }: { field: string; ids: readonly string[]; args: RecordListArgs },
  fields: Place,
): Promise<(PageOf<Row> | Error)[]> {
  const query = listQuery(scope, record, args, fields);
  const pages = await readPages<Row>(scope, query, { column: recordColumn(field), ids: [...new Set(ids)] });
  return ids.map((id) => pages.get(id) as PageOf<Row> | Error);
}

/** Reads records by ID, in one statement; null for one that does not exist, and for none. */
export async function readRecords(
  scope: Scope,
  record: AnyRecord,
  ids: readonly (string | null)[],
  fields: Place,
): Promise<(Row | null)[]> {
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  if (distinct.length === 0) return ids.map(() => null);
  const rows = await readLarge<Row>(scope, {
    label: `${lowerFirst(record.plural)}_by_id`,
    select: `select ${selectList(record, fields)} from ${record.table} r
    where r.workspace_id = $1 and r.id = any($2::uuid[])`,
    values: [scope.workspaceId, distinct],
    large: largeOf(record, fields),
    field: lowerFirst(record.name),
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => (id === null ? null : (byId.get(id) ?? null)));
}
