import { createHash } from 'node:crypto';
import type { LargeValue } from '../../../../../engine/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import { statement } from '../../../../../platform/database/statement.js';
import { anyOf, typed } from '../../../../../platform/database/typed-sql.js';
import type { EncryptedColumn, EncryptionContext } from '../../../../../platform/vault/index.js';
import { countStorageSql } from '../../../../accounts/quotas/index.js';
import type { FileStore } from '../../../files/index.js';
import { blobs } from './blob.entity.js';
import { movedTexts } from './moved-texts.js';

/** A large value in the form in which it is written: its text, or the same encrypted. */
export interface NewBlob {
  value: LargeValue;
  content: string | null;
  encrypted: string | null;
}

/** A blob as it was read. */
export interface StoredBlob {
  id: string;
  content: string | null;
  encrypted: string | null;
}

/** The execution that refers to blobs. */
export interface BlobOwner {
  workspaceId: string;
  id: string;
}

/** Characters that one statement writes; a larger blob is written alone. */
const charactersAtOnce = 8 * 1024 * 1024;

// Writes many rows of two tables, and counts them.
const writeSql = `/* write_blobs */
with input as (
  select * from unnest($3::uuid[], $4::integer[], $5::text[], $6::bytea[], $7::text[])
    as i(id, size, content, sha256, encrypted)
), written as (
  insert into blobs (workspace_id, id, size, content, sha256, encrypted)
  select $1, id, size, content, sha256, encrypted from input on conflict do nothing
  returning workspace_id, size
), counted as (
  ${countStorageSql('select workspace_id, sum(size) from written group by workspace_id')}
)
insert into blob_uses (workspace_id, execution_id, blob_id) select $1, $2, id from input on conflict do nothing`;

/**
 * Stores blobs before the row that refers to them, so that no row ever refers to nothing. Writing one again changes
 * nothing; one without a row is deleted with the executions of its time.
 */
export async function writeBlobs(sql: Sql, { workspaceId, id }: BlobOwner, written: readonly NewBlob[]): Promise<void> {
  for (const batch of batchesOf(written)) {
    await sql.query({
      name: 'write_blobs',
      text: writeSql,
      values: [
        workspaceId,
        id,
        batch.map(({ value }) => value.id),
        batch.map((blob) => Buffer.byteLength(textOf(blob))),
        batch.map(({ content }) => content),
        batch.map(({ content }) => content && hashOf(content)),
        batch.map(({ encrypted }) => encrypted),
      ],
    });
    for (const { value } of batch) value.markStored();
  }
}

function* batchesOf(written: readonly NewBlob[]): Generator<NewBlob[]> {
  let batch: NewBlob[] = [];
  let characters = 0;
  for (const blob of written) {
    characters += textOf(blob).length;
    if (batch.length > 0 && characters > charactersAtOnce) {
      yield batch;
      batch = [];
      characters = textOf(blob).length;
    }
    batch.push(blob);
  }
  if (batch.length > 0) yield batch;
}

function textOf({ content, encrypted }: NewBlob): string {
  return content ?? encrypted ?? '';
}

/** Where blobs are read: the database, and the store of files for those that were moved there. */
export interface BlobSources {
  sql: Sql;
  files: Pick<FileStore, 'placesOf' | 'readAt'>;
}

/** Reads blobs of one workspace in one statement, and one more if some of them were moved. @throws Error if one is missing or was changed */
export async function readBlobs(
  { sql, files }: BlobSources,
  workspaceId: string,
  ids: readonly string[],
): Promise<StoredBlob[]> {
  const rows = await typed(sql, 'read_blobs', blobs)
    .selectFrom('blobs')
    .select(['id', 'size', 'content', 'sha256', 'encrypted', 'bytesId'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', anyOf(ids))
    .$narrowType<{ sha256: Buffer | null }>()
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!found.has(id)) throw new Error(`The blob ${id} was not found.`);
  const moved = rows.flatMap(({ bytesId, size }) => (bytesId === null ? [] : [{ bytesId, size }]));
  const texts = await movedTexts(files, workspaceId, moved);
  return rows.map(({ id, sha256, encrypted, bytesId, ...row }) => {
    const content = bytesId === null ? row.content : (texts.get(bytesId) ?? null);
    if (content !== null && !(sha256 && hashOf(content).equals(sha256))) throw new Error(`The blob ${id} was changed.`);
    return { id, content, encrypted };
  });
}

function hashOf(content: string): Buffer {
  return createHash('sha256').update(content).digest();
}

/**
 * Lets an execution use the blobs of another one, whose references were copied to its rows. Copies in the database, as a retry
 * does.
 */
export async function shareBlobs(sql: Sql, workspaceId: string, { from, to }: { from: string; to: string }) {
  await sql.query(statement(`/* share_blobs */ ${shareBlobsSql}`, [workspaceId, from, to]));
}

/** $1: workspace, $2: an execution, $3: another one, to whose rows references of the first were copied. */
export const shareBlobsSql = `insert into blob_uses (workspace_id, execution_id, blob_id)
  select workspace_id, $3::uuid, blob_id from blob_uses where workspace_id = $1 and execution_id = $2 on conflict do nothing`;

/** The encryption context of a blob. It does not contain the execution, because several may share a blob. */
export function blobContext(id: string): EncryptionContext {
  return { kind: 'blob', id, flowId: null };
}

/** Encrypted blobs, for the rotation of data keys. */
export const encryptedBlobColumn: EncryptedColumn<{ id: string }> = {
  table: 'blobs',
  column: 'encrypted',
  key: ['id'],
  rowsAtOnce: 4,
  context: ({ id }) => blobContext(id),
};
