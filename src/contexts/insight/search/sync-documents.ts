import { createHash } from 'node:crypto';
import type { Sql } from '../../../platform/database/database.js';
import {
  documentsSql,
  documentsTable,
  hasDocuments,
  insertDocumentsSql,
  type SearchSource,
} from '../../../platform/search/index.js';

/**
 * Makes the index follow the declarations: a source that is new or declared otherwise gets its partition and the
 * documents of all its rows. One query where nothing is to be done. Must run inside a transaction.
 * @param onProgress told of documents that are written anew, which takes its time where there are many
 */
export async function syncSearchDocuments(
  tx: Sql,
  sources: readonly SearchSource[],
  onProgress: (message: string) => void = () => undefined,
): Promise<void> {
  const wanted = sources.filter(hasDocuments);
  const expected = await outdated(tx, wanted);
  if (expected.length === 0) return;
  if (expected.length < wanted.length) onProgress(`Writing the search index (${expected.length}) …`);
  await tx.query(`/* lock_search_sync */ select pg_advisory_xact_lock(hashtextextended('search_documents', 0))`);
  for (const source of await outdated(tx, wanted)) await rebuild(tx, source);
}

/** What a partition's comment says: by it a declaration is known to be the one that its documents were written by. */
function fingerprintOf(source: SearchSource): string {
  return createHash('sha256').update(documentsSql(source)).digest('hex').slice(0, 16);
}

async function outdated(tx: Sql, sources: readonly SearchSource[]): Promise<SearchSource[]> {
  const text = `/* search_partitions */ select c.relname as name, obj_description(c.oid, 'pg_class') as fingerprint
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'search_documents'::regclass`;
  const { rows } = await tx.query<{ name: string; fingerprint: string | null }>(text);
  const known = new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
  return sources.filter((source) => known.get(documentsTable(source)) !== fingerprintOf(source));
}

async function rebuild(tx: Sql, source: SearchSource): Promise<void> {
  const name = documentsTable(source);
  await tx.query(`/* search_partition */ create table if not exists ${name} partition of search_documents (
      foreign key (workspace_id, id) references ${source.table} (workspace_id, id) on delete cascade
    ) for values in ('${source.type}')`);
  await tx.query(`/* forget_documents */ truncate ${name}`);
  await tx.query(`/* write_all_documents */ ${insertDocumentsSql(source)}`);
  await tx.query(`/* date_partition */ comment on table ${name} is '${fingerprintOf(source)}'`);
}
