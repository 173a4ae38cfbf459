import { createHash } from 'node:crypto';
import { advisoryLock } from '../../../platform/database/advisory-lock.js';
import type { Sql } from '../../../platform/database/database.js';
import {
  documentsSql,
  documentsTable,
  hasDocuments,
  insertDocumentsSql,
  type SearchSource,
} from '../../../platform/search/index.js';

/**
 * Updates the index to the declarations: for a new or changed source, its partition is created and the documents of all
 * its rows are written. One query if nothing has changed. Must run inside a transaction. Partitions and their catalog are not typed.
 * @param onProgress receives a message when documents are rewritten, which takes long if there are many
 */
export async function syncSearchDocuments(
  tx: Sql,
  sources: readonly SearchSource[],
  onProgress: (message: string) => void = () => undefined,
): Promise<void> {
  const documented = sources.filter(hasDocuments);
  const stale = await outdated(tx, documented);
  if (stale.length === 0) return;
  if (stale.length < documented.length) onProgress(`Writing the search index (${stale.length}) …`);
  await advisoryLock(tx, 'lock_search_sync', 'pg_advisory_xact_lock', 'search_documents');
  for (const source of await outdated(tx, documented)) await rebuild(tx, source);
}

/** The comment of a partition: a hash of the declaration that its documents were written with. */
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
  await tx.query(`/* delete_documents */ truncate ${name}`);
  await tx.query(`/* write_all_documents */ ${insertDocumentsSql(source)}`);
  await tx.query(`/* set_partition_fingerprint */ comment on table ${name} is '${fingerprintOf(source)}'`);
}
