import type { Sql } from '../../../platform/database/database.js';
import type { RowsWritten } from '../../../platform/events/index.js';
import { hasDocuments, type SearchSource, storeDocuments } from '../../../platform/search/index.js';

/** Creates the listener that writes the documents of changed rows, in one statement for any number of rows. */
export function createDocumentWriter(sources: readonly SearchSource[]) {
  const documented = new Map(sources.filter(hasDocuments).map((source) => [source.table, source]));
  const where = 'r.workspace_id = $1 and r.id = any($2::uuid[])';
  return async (tx: Sql, { table, workspaceId, ids, columns }: RowsWritten): Promise<void> => {
    const source = documented.get(table);
    if (!source || ids.length === 0) return;
    if (columns && !columns.some((column) => column in source.searched)) return;
    await storeDocuments(tx, 'write_search_documents', source, where, [workspaceId, ids]);
  };
}
