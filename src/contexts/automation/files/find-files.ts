import { Readable } from 'node:stream';
import type { FileFacts } from '../../../engine/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { anyOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { Services } from '../../../platform/services.js';
import type { StoredFile } from './file.record.js';
import { fileStore } from './store/file-store.js';
import { countPassed } from './store/free-chunks.js';

const filesTable = tableOf<StoredFile>()('files');

/** What is known of files of a workspace, by ID. Those that do not exist are left out. */
export async function findFiles(
  sql: Sql,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await typed(sql, 'find_files', filesTable)
    .selectFrom('files')
    .select(['id', 'name', 'mimeType', 'size', 'sha256'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, size: Number(row.size) }]));
}

/** A stream of all bytes of a file, which opens them when it is read: one that is not read holds nothing. */
export function openFile(
  services: Pick<Services, 'get'>,
  workspaceId: string,
  { id, size }: Pick<FileFacts, 'id' | 'size'>,
): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    if (size === 0) return;
    for await (const chunk of await services.get(fileStore).read(workspaceId, id, { start: 0, end: size })) {
      yield chunk as Buffer;
      countPassed((chunk as Buffer).length);
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}
