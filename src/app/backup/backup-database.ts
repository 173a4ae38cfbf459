import type pg from 'pg';
import {
  backupArchive,
  type CopyProgress,
  createArchive,
  dumpDatabase,
  type Header,
  nameArchive,
} from '../../platform/backup/index.js';
import { migrationTable } from '../../platform/database/migrate.js';
import { lit, typed } from '../../platform/database/typed-sql.js';
import type { StorageSettings } from '../../platform/object-storage/index.js';
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

/**
 * Writes a consistent copy of the database while servers run.
 * @param target a new file, or a folder; or `s3://bucket/key`, or `s3://bucket/prefix/`
 * @throws Error if the file or object exists
 */
export async function backUpDatabase(
  pool: pg.Pool,
  target: string,
  storage: StorageSettings,
  onProgress: (progress: CopyProgress) => void,
): Promise<BackupResult> {
  const file = await nameArchive(target, 'workspace-automation', 'backup');
  const client = await pool.connect();
  // The statement that uses the connection fails anyway.
  client.on('error', () => undefined);
  try {
    const { written, bytes } = await createArchive(file, storage, (writer) =>
      dumpDatabase(client, { writer, header: readHeader, onProgress }),
    );
    const { header, tables, rows } = written;
    const { createdAt, keys } = header;
    return { file, bytes, createdAt, rows, tables: Object.keys(tables).length, keys };
  } finally {
    client.release(true);
  }
}

async function readHeader(sql: pg.ClientBase): Promise<Header> {
  const { postgres, migrations } = await typed(sql as pg.Client, 'describe_database', migrationTable)
    .selectFrom('mikro_orm_migrations')
    .select(({ fn }) => fn<string>('current_setting', [lit('server_version')]).as('postgres'))
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['name']).orderBy('name').as('migrations'))
    .executeTakeFirstOrThrow();
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
