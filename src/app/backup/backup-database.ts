import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type pg from 'pg';
import {
  ArchiveWriter,
  backupArchive,
  type CopyProgress,
  type DumpResult,
  dumpDatabase,
  type Header,
} from '../../platform/backup/index.js';
import { createFileBeside } from '../../platform/create-file-beside.js';
import { isStorageUrl, openStorage, type StorageSettings, uploadObject } from '../../platform/object-storage/index.js';
import { instanceKeysInUse } from '../../platform/vault/index.js';
import { instanceColumns } from '../collect-modules.js';
import { packageVersion } from '../package-version.js';

export interface BackupResult {
  /** Its path, or `s3://bucket/key`. */
  file: string;
  /** Of the file. */
  bytes: number;
  createdAt: string;
  rows: number;
  tables: number;
  /** The IDs of the instance's keys that its secrets need, which it does not contain. */
  keys: string[];
}

interface Written {
  written: DumpResult;
  bytes: number;
}

/** Writes an archive. @param write fills it */
type Target = (write: (archive: string | Writable) => Promise<DumpResult>) => Promise<Written>;

/**
 * Writes a consistent copy of the database to a file, or to a new file in a folder, while servers run. The file gets its name
 * when it is complete. With `storage`, the target may also be `s3://bucket/key`.
 * @throws Error if the file exists
 */
export async function backUpDatabase(
  pool: pg.Pool,
  target: string,
  onProgress: (progress: CopyProgress) => void,
  storage?: StorageSettings,
): Promise<BackupResult> {
  const isRemote = storage && isStorageUrl(target);
  const file = isRemote ? chooseObject(target) : await chooseFile(target);
  const write = isRemote ? writeObject(file, storage) : writeFile(file);
  const client = await pool.connect();
  // The statement that uses the connection fails anyway.
  client.on('error', () => undefined);
  try {
    const { written, bytes } = await write(async (archive) => {
      const writer = new ArchiveWriter(archive);
      try {
        return await dumpDatabase(client, { writer, header: readHeader, onProgress });
      } finally {
        await writer.abort();
      }
    });
    const { header, tables, rows } = written;
    const { createdAt, keys } = header;
    return { file, bytes, createdAt, rows, tables: Object.keys(tables).length, keys };
  } finally {
    client.release(true);
  }
}

const writeFile =
  (file: string): Target =>
  (write) =>
    createFileBeside(file, write);

/** The object exists when it is complete. After a failure nothing of it is left in the storage. */
const writeObject =
  (url: string, settings: StorageSettings): Target =>
  async (write) => {
    const upload = await uploadObject(openStorage(url, settings));
    let failure: Error | undefined;
    const written = await write(upload.stream).catch((error: Error) => {
      failure = error;
    });
    await upload.abort().catch((error: Error) => {
      throw failure === undefined ? error : new Error(`${failure.message} ${error.message}`, { cause: failure });
    });
    if (!written) throw failure;
    return { written, bytes: upload.bytes() };
  };

/** A name in a folder that ends with a slash. */
function chooseObject(target: string): string {
  return target.endsWith('/') ? `${target}${newName()}` : target;
}

async function chooseFile(target: string): Promise<string> {
  const found = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (!found) return target;
  if (!found.isDirectory()) throw new Error(`${target} already exists. Name another file, or a folder.`);
  return join(target, newName());
}

function newName(): string {
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '');
  return `workspace-automation-${time}.backup`;
}

async function readHeader(sql: pg.ClientBase): Promise<Header> {
  const { rows } = await sql.query<{ postgres: string; migrations: string[] }>(
    `/* describe_database */ select current_setting('server_version') as postgres,
       (select array_agg(name::text order by name) from mikro_orm_migrations) as migrations`,
  );
  const { postgres, migrations } = rows[0] as { postgres: string; migrations: string[] };
  return {
    format: backupArchive.format,
    version: backupArchive.version,
    createdAt: new Date().toISOString(),
    release: packageVersion(),
    postgres,
    migrations,
    keys: await instanceKeysInUse(sql as pg.Client, instanceColumns),
  };
}
