import type { Sql } from '../database/database.js';
import { rowsWritten } from '../events/index.js';
import type { SearchedType, SearchSource } from '../search/index.js';
import { columnOf, type Fields } from './field.js';
import { type AnyRecord, lowerFirst, type RecordScope } from './record-definition.js';

/** Longer texts contain most trigrams. */
const longText = 20_000;

/** The search source of a record, derived from its definition; null if nothing of it is searched. */
export function searchSourceOf(record: AnyRecord): SearchSource | null {
  const searched = Object.entries(record.fields as Fields).filter(([, field]) => field.searched);
  if (searched.length === 0 && !record.hit) return null;
  const family = record.capability;
  return {
    ...(record.indexed === false && { indexed: false }),
    type: lowerFirst(record.plural),
    table: record.table,
    searched: Object.fromEntries(searched.map(([name, { sqlType }]) => [columnOf(name), sqlType as SearchedType])),
    isLong: searched.some(([, { longest = 0 }]) => longest > longText),
    ...(record.hit && typeof family === 'string' && { hit: { ...record.hit, capability: `${family}:read` } }),
  };
}

/**
 * Publishes that rows of a record were written, in the transaction of the change.
 * @param fields the fields that were set. Defaults to all.
 */
export function publishWritten(
  sql: Sql,
  { workspaceId, services }: Pick<RecordScope, 'workspaceId' | 'services'>,
  { table }: Pick<AnyRecord, 'table'>,
  ids: readonly string[],
  fields?: readonly string[],
): Promise<void> {
  const columns = fields?.map(columnOf);
  return services.events.publish(sql, rowsWritten({ table, workspaceId, ids, ...(columns && { columns }) }));
}
