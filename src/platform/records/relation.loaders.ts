import DataLoader from 'dataloader';
import { readLarge } from '../database/read-large.js';
import { readPages } from '../database/read-page.js';
import { defineLoader, type Scope } from '../graphql/context.js';
import type { PageOf } from '../graphql/page.js';
import type { RequestedFields } from '../graphql/requested-fields.js';
import { listQuery, type RecordListArgs } from './list-records.js';
import { type AnyRecord, lowerFirst, recordColumn } from './record-definition.js';
import { largeOf, selectList } from './record-rows.js';

type Row = Record<string, unknown> & { id: string };

/** A place in a GraphQL document, whose rows are read in one batch. */
type Place = RequestedFields;

const rowLoaders = defineLoader(() => new Map<Place, DataLoader<string, Row | null>>());
const pageLoaders = defineLoader(() => new Map<Place, DataLoader<string, PageOf<Row>>>());

// A later mutation of the same request may change the rows, so nothing is cached beyond a batch.
const options = { cache: false };

/** Loads a record by ID, batched with the others of the same place in the document; null if it does not exist. */
export function loadRecord(scope: Scope, record: AnyRecord, id: string, fields: Place): Promise<Row | null> {
  const loaders = scope.loader(rowLoaders);
  const loader =
    loaders.get(fields) ??
    new DataLoader((ids: readonly string[]) => readRows(scope, record, [...new Set(ids)], ids, fields), options);
  loaders.set(fields, loader);
  return loader.load(id);
}

/** Loads a page of the records whose `field` refers to a row, batched with those of the same place in the document. */
export function loadPage(
  scope: Scope,
  record: AnyRecord,
  { field, id, args }: { field: string; id: string; args: RecordListArgs },
  fields: Place,
): Promise<PageOf<Row>> {
  const loaders = scope.loader(pageLoaders);
  const loader =
    loaders.get(fields) ??
    new DataLoader(async (ids: readonly string[]) => {
      const query = listQuery(scope.workspaceId, record, args, fields);
      const pages = await readPages<Row>(scope, query, { column: recordColumn(field), ids: [...new Set(ids)] });
      return ids.map((id) => pages.get(id) as PageOf<Row> | Error);
    }, options);
  loaders.set(fields, loader);
  return loader.load(id);
}

async function readRows(
  scope: Scope,
  record: AnyRecord,
  distinct: readonly string[],
  ids: readonly string[],
  fields: Place,
): Promise<(Row | null)[]> {
  const rows = await readLarge<Row>(scope, {
    label: `${lowerFirst(record.plural)}_by_id`,
    select: `select ${selectList(record, fields)} from ${record.table} r
    where r.workspace_id = $1 and r.id = any($2::uuid[])`,
    values: [scope.workspaceId, distinct],
    large: largeOf(record, fields),
    field: lowerFirst(record.name),
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}
