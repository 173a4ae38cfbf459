import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { RowsWritten } from '../../../platform/events/index.js';
import { documentsTable, type SearchSource, searchedTexts } from '../../../platform/search/index.js';

/** The listener that writes the documents of rows that were written, of any number in one statement. */
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

/** Whether a source's rows have documents of their own. */
export function hasDocuments({ searched }: SearchSource): boolean {
  return Object.keys(searched).length > 0;
}

/** The documents that the rows of a source have by its declaration: their kind, workspace, id and tokens. */
export function documentsSql(source: SearchSource): string {
  const { type, table, hit, isLong = false } = source;
  const title = hit ? (hit.title ?? 'r.name') : 'null';
  const content = `concat_ws(' ', ${searchedTexts(source, 'r').join(', ')})`;
  return `select '${type}' as kind, r.workspace_id, r.id,
    search_tokens(r.workspace_id, '${type}', ${title}, ${content}, ${isLong}) as tokens from ${table} r`;
}

function writeSql(source: SearchSource): string {
  return `/* write_search_documents */ insert into ${documentsTable(source)} (kind, workspace_id, id, tokens)
    ${documentsSql(source)} where r.workspace_id = $1 and r.id = any($2::uuid[])
    on conflict (workspace_id, id, kind) do update set tokens = excluded.tokens`;
}
