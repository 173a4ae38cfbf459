import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectionConfig } from '../database/connection-config.js';
import { clusterHome, majorOfCluster } from '../embedded-postgres/index.js';
import { type BaseBackup, baseFile, basesFolder, listBases, makeFolders } from './archive-folder.js';
import { copyClusterOut } from './copy-cluster.js';

export interface BaseBackupOptions {
  dataDir: string;
  /** As superuser. */
  adminUrl: string;
  archive: string;
  release: string;
  signal?: AbortSignal | undefined;
}

/** How long Postgres may take to archive the end of a base backup. */
const archivedWithin = '5min';

/**
 * Copies the files of a running cluster into the archive, with the log that was written meanwhile.
 * @throws Error if the log is not archived, or the archive belongs to another database
 */
export async function takeBaseBackup(options: BaseBackupOptions): Promise<BaseBackup> {
  const { dataDir, adminUrl, archive, release, signal } = options;
  await makeFolders(archive);
  const client = new pg.Client({ ...connectionConfig(adminUrl), application_name: 'base backup' });
  // The statement that uses the connection fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  const draft = await mkdtemp(join(basesFolder(archive), 'partial-'));
  try {
    const begun = await begin(client, archive);
    const home = clusterHome(dataDir);
    const folder = join(home, 'cluster');
    await copyClusterOut(folder, join(draft, 'cluster'), signal);
    await copyFile(join(home, 'passwords.json'), join(draft, 'passwords.json'));
    const { label, finishedAt } = await end(client);
    await writeFile(join(draft, 'cluster/backup_label'), label, { mode: 0o600 });
    const postgres = (await majorOfCluster(folder)) as number;
    const described = { ...begun, finishedAt, postgres, release };
    await writeFile(join(draft, baseFile), `${JSON.stringify(described, null, 2)}\n`, { mode: 0o600 });
    await promisify(execFile)('sync', ['-f', draft]);
    const name = finishedAt.toISOString().replace(/[-:.]/g, '');
    await rename(draft, join(basesFolder(archive), name));
    return { name, ...described };
  } finally {
    await rm(draft, { recursive: true, force: true });
    // Ends the backup, if it did not end.
    await client.end().catch(() => undefined);
  }
}

type Begun = Pick<BaseBackup, 'startedAt' | 'firstSegment' | 'systemIdentifier'>;

// The statements of a base backup are of no table, so they are not typed.

async function begin(client: pg.Client, archive: string): Promise<Begun> {
  const { rows } = await client.query<Begun & { mode: string }>(
    `/* begin_base_backup */ select clock_timestamp() as "startedAt", system_identifier::text as "systemIdentifier",
       current_setting('archive_mode') as mode from pg_control_system()`,
  );
  const { mode, ...begun } = rows[0] as Begun & { mode: string };
  if (mode !== 'on') throw new Error('Postgres does not archive its log yet. Stop the server and start it again.');
  const other = (await listBases(archive)).find(({ systemIdentifier }) => systemIdentifier !== begun.systemIdentifier);
  if (other) throw new Error(`${archive} is the archive of another database. Name another folder in WAL_ARCHIVE_DIR.`);
  const { rows: started } = await client.query<{ segment: string }>(
    `/* start_base_backup */ select pg_walfile_name(pg_backup_start('base backup', true)) as segment`,
  );
  return { ...begun, firstSegment: started[0]?.segment as string };
}

async function end(client: pg.Client): Promise<{ label: string; finishedAt: Date }> {
  await client.query(`/* limit_wait */ set statement_timeout = '${archivedWithin}'`);
  const { rows } = await client
    .query<{ label: string; finishedAt: Date }>(
      `/* stop_base_backup */ select labelfile as label, clock_timestamp() as "finishedAt" from pg_backup_stop(true)`,
    )
    .catch((error: pg.DatabaseError) => {
      if (error.code !== '57014') throw error;
      throw new Error(`Postgres could not archive its log within ${archivedWithin}. Run doctor, which shows why.`);
    });
  return rows[0] as { label: string; finishedAt: Date };
}
