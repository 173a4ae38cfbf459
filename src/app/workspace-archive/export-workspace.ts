import type pg from 'pg';
import type { Workspace } from '../../contexts/accounts/workspaces/index.js';
import {
  type ArchiveWriter,
  type CopyProgress,
  copyOut,
  copyOutSql,
  createArchive,
  nameArchive,
  RowsDigest,
  type TableStart,
  textSettings,
} from '../../platform/backup/index.js';
import type { Sql } from '../../platform/database/sql.js';
import { tableOf, typed } from '../../platform/database/typed-sql.js';
import { notFound } from '../../platform/errors/errors.js';
import { isUuid } from '../../platform/graphql/is-uuid.js';
import type { StorageSettings } from '../../platform/object-storage/index.js';
import type { Vault } from '../../platform/vault/index.js';
import { encryptedColumns } from '../collect-modules.js';
import { packageVersion } from '../package-version.js';
import type { PassphraseKey } from './passphrase.js';
import { portableColumns } from './portable-columns.js';
import { portableSettings, portableTables } from './portable-tables.js';
import { type WorkspaceHeader, workspaceArchive } from './workspace-format.js';

export interface WorkspaceExport {
  pool: pg.Pool;
  workspaceId: string;
  /** A new file, or a folder; or `s3://bucket/key`, or `s3://bucket/prefix/`. */
  target: string;
  storage: StorageSettings;
  vault: Vault;
  /** Encrypts the workspace's secrets in the file. Without it they are left out. */
  key: PassphraseKey | null;
  onProgress(progress: CopyProgress): void;
}

export interface ExportResult {
  /** Its path, or `s3://bucket/key`. */
  file: string;
  /** Of the file. */
  bytes: number;
  workspaceId: string;
  name: string;
  rows: number;
  tables: Record<string, { rows: number; sha256: string }>;
  leftOut: WorkspaceHeader['leftOut'];
}

/**
 * Writes a workspace to a file or an object storage, in one snapshot, while servers run.
 * @throws AppError NOT_FOUND, Error if the file or object exists
 */
export async function exportWorkspace(given: WorkspaceExport): Promise<ExportResult> {
  const { pool, workspaceId, target, storage, vault } = given;
  if (!isUuid(workspaceId)) throw notFound('workspace');
  const found = await typed(pool, 'find_exported', tableOf<Workspace>()('workspaces'))
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  if (!found) throw notFound('workspace');
  // Reading keys needs another connection.
  if (given.key) await vault.prepare(workspaceId);
  const file = await nameArchive(target, workspaceId, 'workspace');
  const client = await pool.connect();
  // The statement that uses the connection fails anyway.
  client.on('error', () => undefined);
  try {
    const { written, bytes } = await createArchive(file, storage, (writer) => writeSnapshot(client, writer, given));
    return { file, bytes, workspaceId, ...written };
  } finally {
    client.release(true);
  }
}

type Written = Omit<ExportResult, 'file' | 'bytes' | 'workspaceId'>;

async function writeSnapshot(client: pg.PoolClient, writer: ArchiveWriter, given: WorkspaceExport): Promise<Written> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(textSettings);
  const header = await readHeader(client, given);
  await writer.header(header);
  const tables: ExportResult['tables'] = {};
  let bytes = 0;
  for (const table of await portableColumns(client, given.key !== null)) {
    await writer.table(table);
    const digest = new RowsDigest();
    for await (const row of copyRows(client, table, given)) {
      digest.add(row);
      bytes += row.length;
      given.onProgress({ table: table.name, bytes });
      await writer.row(row);
    }
    await writer.tableEnd(digest.summary);
    tables[table.name] = digest.summary;
  }
  await writer.end([]);
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { name: header.settings.name ?? '', rows, tables, leftOut: header.leftOut };
}

/** The rows of the workspace. What the vault encrypts is encrypted with the passphrase. */
async function* copyRows(
  client: pg.PoolClient,
  table: TableStart,
  { workspaceId, vault, key }: WorkspaceExport,
): AsyncGenerator<Buffer> {
  const text = copyOutSql(table, 'export_rows', workspaceId);
  const { encrypted } = portableTables[table.name] ?? {};
  const source = encryptedColumns.find((one) => one.table === table.name && one.column === encrypted?.column);
  if (!key || !source) return yield* copyOut(client, text);
  const at = table.columns.indexOf(source.column);
  for await (const row of copyOut(client, text)) {
    // Encrypted texts and IDs have nothing that COPY escapes.
    const fields = row.toString('latin1', 0, row.length - 1).split('\t');
    const byName = Object.fromEntries(table.columns.map((name, index) => [name, readField(fields[index])]));
    const plain = await vault.open(workspaceId, fields[at] as string, source.context(byName));
    fields[at] = key.encrypt(plain, [table.name, byName.id ?? '']);
    yield Buffer.from(`${fields.join('\t')}\n`, 'latin1');
  }
}

function readField(field = ''): string | null {
  return field === '\\N' ? null : field;
}

/** Not typed: the settings are a list of columns, and the whole header is one statement. */
async function readHeader(sql: Sql, { workspaceId, key }: WorkspaceExport): Promise<WorkspaceHeader> {
  const { rows } = await sql.query<Pick<WorkspaceHeader, 'settings' | 'leftOut' | 'migrations'>>(
    `/* describe_workspace */ select
       json_build_object(${portableSettings.map((name) => `'${name}', w.${name}::text`).join(', ')}) as settings,
       json_build_object(
         'secrets', (select coalesce(json_agg(s.name order by s.name), '[]') from secrets s where s.workspace_id = w.id and not $2),
         'webhookUrls', (select count(*) from flow_triggers t where t.workspace_id = w.id and t.type = 'webhook'),
         'apiKeys', (select count(*) from api_keys a where a.workspace_id = w.id and a.revoked_at is null),
         'members', (select count(*) from members m where m.workspace_id = w.id)) as "leftOut",
       (select array_agg(name::text order by name) from mikro_orm_migrations) as migrations
     from workspaces w where w.id = $1`,
    [workspaceId, key !== null],
  );
  if (!rows[0]) throw notFound('workspace');
  const { format, version } = workspaceArchive;
  return {
    format,
    version,
    createdAt: new Date().toISOString(),
    release: packageVersion(),
    workspaceId,
    passphrase: key?.parameters ?? null,
    ...rows[0],
  };
}
