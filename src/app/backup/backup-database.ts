import { randomBytes } from 'node:crypto';
import { link, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import {
  ArchiveWriter,
  type CopyProgress,
  dumpDatabase,
  formatName,
  formatVersion,
  type Header,
} from '../../platform/backup/index.js';
import { syncFolder } from '../../platform/create-file-once.js';
import { instanceKeysInUse } from '../../platform/vault/index.js';
import { instanceColumns } from '../collect-modules.js';
import { packageVersion } from '../package-version.js';

export interface BackupResult {
  file: string;
  /** Of the file. */
  bytes: number;
  createdAt: string;
  rows: number;
  tables: number;
  /** The IDs of the instance's keys that its secrets need, which it does not contain. */
  keys: string[];
}

/**
 * Writes a consistent copy of the database to a file, or to a new file in a folder, while servers run. The file gets its name
 * when it is complete.
 * @throws Error if the file exists
 */
export async function backUpDatabase(
  pool: pg.Pool,
  target: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<BackupResult> {
  const file = await chooseFile(target);
  const draft = `${file}.${randomBytes(4).toString('hex')}.partial`;
  const writer = new ArchiveWriter(draft);
  const client = await pool.connect();
  // The statement that uses the connection fails anyway.
  client.on('error', () => undefined);
  try {
    const { header, tables, rows } = await dumpDatabase(client, { writer, header: readHeader, onProgress });
    // Unlike rename, it replaces no file that was created meanwhile.
    await link(draft, file).catch(unlessUnsupported(file));
    await syncFolder(dirname(file));
    const { size: bytes } = await stat(file);
    const { createdAt, keys } = header;
    return { file, bytes, createdAt, rows, tables: Object.keys(tables).length, keys };
  } finally {
    await writer.abort();
    client.release(true);
    await rm(draft, { force: true });
  }
}

async function chooseFile(target: string): Promise<string> {
  const found = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (!found) return target;
  if (!found.isDirectory()) throw new Error(`${target} already exists. Name another file, or a folder.`);
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '');
  return join(target, `workspace-automation-${time}.backup`);
}

function unlessUnsupported(file: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new Error(`${file} already exists. Name another file, or a folder.`);
    throw error;
  };
}

async function readHeader(sql: pg.ClientBase): Promise<Header> {
  const { rows } = await sql.query<{ postgres: string; migrations: string[] }>(
    `/* describe_database */ select current_setting('server_version') as postgres,
       (select array_agg(name::text order by name) from mikro_orm_migrations) as migrations`,
  );
  const { postgres, migrations } = rows[0] as { postgres: string; migrations: string[] };
  return {
    format: formatName,
    version: formatVersion,
    createdAt: new Date().toISOString(),
    release: packageVersion(),
    postgres,
    migrations,
    keys: await instanceKeysInUse(sql as pg.Client, instanceColumns),
  };
}
