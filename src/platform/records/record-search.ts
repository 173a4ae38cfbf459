import type { Sql } from '../database/database.js';
import { rowsWritten } from '../events/index.js';
import type { SearchedType, SearchSource } from '../search/index.js';
import { columnOf, type Fields } from './field.js';
import { type AnyRecord, lowerFirst, type RecordScope } from './record-definition.js';

/** Texts of more characters than this hold most rows of three letters. */
const longText = 20_000;

/** What of a record is searched, by its definition; null where nothing is. */
export function searchSourceOf(record: AnyRecord): SearchSource | null {
  const searched = Object.entries(record.fields as Fields).filter(([, field]) => field.searched);
  if (searched.length === 0 && !record.hit) return null;
  const rights = record.capability;
  return {
    ...(record.indexed === false && { indexed: false }),
    type: lowerFirst(record.plural),
    table: record.table,
    searched: Object.fromEntries(searched.map(([name, { sqlType }]) => [columnOf(name), sqlType as SearchedType])),
    isLong: searched.some(([, { longest = 0 }]) => longest > longText),
    ...(record.hit && typeof rights === 'string' && { hit: { ...record.hit, capability: `${rights}:read` } }),
  };
}

/**
 * Publishes that rows of a record were written, in the transaction of the change.
 * @param fields that were set; all when left out
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
