import type { Sql } from '../database/sql.js';
import { statement } from '../database/statement.js';
import { documentsTable, type SearchSource, searchedTexts } from './search-source.js';

/** Whether a source's rows have documents of their own. */
export function hasDocuments({ searched }: SearchSource): boolean {
  return Object.keys(searched).length > 0;
}

/**
 * The documents that rows have by their source's declaration: kind, workspace, id and tokens.
 * @param from where the rows stand, as `r`: the source's table, or what a statement has just inserted into it
 */
export function documentsSql(source: SearchSource, from = source.table): string {
  const { type, hit, isLong = false } = source;
  const title = hit ? (hit.title ?? 'r.name') : 'null';
  const content = `concat_ws(' ', ${searchedTexts(source, 'r').join(', ')})`;
  return `select '${type}' as kind, r.workspace_id, r.id,
    search_tokens(r.workspace_id, '${type}', ${title}, ${content}, ${isLong}) as tokens from ${from} r`;
}

/** Stores the documents of rows that may have some already. @param from as for `documentsSql` */
export function writeDocumentsSql(source: SearchSource, from = source.table, where = ''): string {
  return `${insertDocumentsSql(source, from)} ${where}
    on conflict (workspace_id, id, kind) do update set tokens = excluded.tokens`;
}

/**
 * Stores the documents of rows of a source. Not typed: each source has its own expressions.
 * @param where a condition on rows `r`, with `values`
 */
export async function storeDocuments(
  sql: Sql,
  label: string,
  source: SearchSource,
  where: string,
  values: unknown[],
): Promise<void> {
  const text = `/* ${label} */ ${writeDocumentsSql(source, source.table, `where ${where}`)}`;
  await sql.query(statement(text, values));
}

/** Stores the documents of rows, all of which are new where no clause follows. @param from as for `documentsSql` */
export function insertDocumentsSql(source: SearchSource, from = source.table): string {
  return `insert into ${documentsTable(source)} (kind, workspace_id, id, tokens) ${documentsSql(source, from)}`;
}
