import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { RowsWritten } from '../../../platform/events/index.js';
import { hasDocuments, type SearchSource, writeDocumentsSql } from '../../../platform/search/index.js';

/** Creates the listener that writes the documents of changed rows, in one statement for any number of rows. */
export function createDocumentWriter(sources: readonly SearchSource[]) {
  const documented = sources.filter(hasDocuments);
  const statements = new Map(documented.map((source) => [source.table, { source, text: writeSql(source) }]));
  return async (tx: Sql, { table, workspaceId, ids, columns }: RowsWritten): Promise<void> => {
    const found = statements.get(table);
    if (!found || ids.length === 0) return;
    if (columns && !columns.some((column) => column in found.source.searched)) return;
    await tx.query(statement(found.text, [workspaceId, ids]));
  };
}

function writeSql(source: SearchSource): string {
  const where = 'where r.workspace_id = $1 and r.id = any($2::uuid[])';
  return `/* write_search_documents */ ${writeDocumentsSql(source, source.table, where)}`;
}
