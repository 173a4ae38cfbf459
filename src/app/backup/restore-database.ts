import type pg from 'pg';
import { migrations } from '../../../migrations/index.js';
import { verifyAuditLog } from '../../contexts/accounts/audit/index.js';
import { continueLog } from '../../contexts/automation/executions/index.js';
import { eventLog, executionEvents } from '../../contexts/automation/executions/store/execution-step.entity.js';
import { verifyLedger } from '../../contexts/billing/usage/index.js';
import {
  type ArchiveSource,
  backupArchive,
  beginRestore,
  type CopyProgress,
  finishRestore,
  type Header,
  isMarked,
  type LoadResult,
  loadDatabase,
  readArchive,
  tableNames,
} from '../../platform/backup/index.js';
import { transactionOn } from '../../platform/database/in-transaction.js';
import { migrate, pendingMigrations } from '../../platform/database/migrate.js';
import { typed } from '../../platform/database/typed-sql.js';
import type { VaultKey } from '../../platform/instance-keys.js';
import { createLog } from '../../platform/log.js';
import { findUnreadableTexts, requireInstanceKeys } from '../../platform/vault/index.js';
import { encryptedColumns, instanceColumns } from '../collect-modules.js';
import { updateDatabase } from '../prepare-database.js';

export interface Restore {
  /** The path of a file, or another source. */
  file: ArchiveSource | string;
  /** What `inspectBackup` returned. */
  header: Header;
  url: string;
  pool: pg.Pool;
  keys: readonly VaultKey[];
  /** Where the operator finds the keys, for messages. */
  keysFrom: string;
  onStep(step: string): void;
  onProgress(progress: CopyProgress): void;
}

export interface RestoreReport extends Verified {
  file: string;
  createdAt: string;
  release: string;
  rows: number;
  /** Each with its rows and their hash, which were compared with the backup. */
  tables: LoadResult['tables'];
}

/** What a restored database holds. */
export interface Verified {
  vault: { opened: number; unreadable: number };
  ledger: { wallets: number; transfers: number; problems: number };
  audit: { entries: number; logs: number; problems: number };
  /** What the backup itself has wrong: it was restored as it was. */
  problems: string[];
}

/**
 * Reads a backup once, to its end.
 * @throws Error if it is damaged, or if this release or these keys cannot open it
 */
export async function inspectBackup(
  file: Restore['file'],
  keys: readonly VaultKey[] | null,
  keysFrom: string,
): Promise<Header> {
  let read: Header | undefined;
  await readArchive(file, backupArchive, {
    header: (header) => {
      requireKnownMigrations(header);
      if (keys) requireKeys(header, keys, keysFrom);
      read = header;
    },
  });
  return read as Header;
}

/**
 * Restores a backup into an empty database, in one transaction: after a failure no rows are there, and no server starts on
 * the database until a restore has finished.
 * @throws Error if the database is not empty, or anything differs from the backup
 */
export async function restoreDatabase(restore: Restore): Promise<RestoreReport> {
  const { file, header, url, pool, keys, keysFrom, onStep, onProgress } = restore;
  await requireEmpty(pool, header);
  await beginRestore(pool);
  onStep('Creating the tables …');
  await migrate({ url, migrations: migrations.filter(({ name }) => header.migrations.includes(name)) });
  onStep('Restoring the rows …');
  const loaded = await transactionOn(pool, async (sql) => {
    // The statement that uses the connection fails anyway.
    sql.on('error', () => undefined);
    const result = await loadDatabase(sql, { from: file, onProgress });
    await requireInstanceKeys(sql as unknown as pg.Pool, keys, keysFrom, instanceColumns);
    await endEpoch(sql);
    return result;
  });
  onStep('Updating the tables and building the search index …');
  await bringUpToDate(pool, url, onStep);
  // Of all tables, so not typed.
  await pool.query('/* analyze_restored */ analyze');
  await finishRestore(pool);
  const { createdAt, release } = header;
  const { rows, tables } = loaded;
  return {
    file: typeof file === 'string' ? file : file.name,
    createdAt,
    release,
    rows,
    tables,
    ...(await verifyDatabase({ pool, keys, onStep })),
  };
}

/** Gives a restored database the tables of this release, and begins the new epoch that `endEpoch` asked for. */
export async function bringUpToDate(pool: pg.Pool, url: string, onProgress: (step: string) => void): Promise<void> {
  await updateDatabase({ url, onProgress });
  await continueLog({ pool, transaction: (work) => transactionOn(pool, work) }, createLog({ level: 'silent' }));
}

/** Throws for migrations of a newer release, or of one from before the first of this one. */
function requireKnownMigrations({ migrations: names, release }: Header): void {
  const unknown = names.find((name) => !migrations.some((migration) => migration.name === name));
  if (!unknown) return;
  throw new Error(
    `The backup has the migration ${unknown}, which this release does not know. Restore it with release ${release} or a newer one.`,
  );
}

function requireKeys({ keys: needed }: Header, keys: readonly VaultKey[], keysFrom: string): void {
  const missing = needed.filter((id) => !keys.some((key) => key.id === id));
  if (missing.length === 0) return;
  throw new Error(
    `The secrets in the backup need the vault keys ${missing.join(', ')}, which ${keysFrom} does not contain. Set VAULT_KEYS, or copy instance-keys.json of that time to DATA_DIR.`,
  );
}

/** After a restore that did not finish, the tables are those of its backup, without rows. */
async function requireEmpty(pool: pg.Pool, header: Header): Promise<void> {
  const names = await tableNames(pool);
  if (names.length === 0) return;
  if (!(await isMarked(pool))) {
    throw new Error(
      `The target is not empty: it has ${names.length} tables, such as ${names.slice(0, 3).join(', ')}. Restore into a new DATA_DIR, or into a new database that DATABASE_URL names.`,
    );
  }
  const pending = await pendingMigrations(pool, migrations);
  const isOther = migrations.some(({ name }) => !pending.includes(name) && !header.migrations.includes(name));
  if (isOther) throw new Error('Another restore into the target did not finish. Use a new DATA_DIR or a new database.');
}

/**
 * The transaction IDs in the event log are those of another cluster, so that cursors and positions end. None of them may be
 * taken for the one of this transaction, which wrote all rows.
 */
export async function endEpoch(sql: pg.PoolClient): Promise<void> {
  await typed(sql, 'end_epoch', eventLog).updateTable('event_log').set({ tx: '0' }).execute();
  await typed(sql, 'settle_same_transaction', executionEvents)
    .updateTable('execution_events')
    .set({ tx: '0', place: '0' })
    .where('tx', '=', ({ fn }) => fn('pg_current_xact_id', []))
    .execute();
}

/** Decrypts every secret, compares every wallet with its ledger, and verifies the audit log. */
export async function verifyDatabase({
  pool,
  keys,
  onStep,
}: Pick<Restore, 'pool' | 'keys' | 'onStep'>): Promise<Verified> {
  onStep('Verifying secrets, ledger and audit log …');
  const vault = await findUnreadableTexts({ sql: pool, keys, columns: encryptedColumns, instanceColumns });
  const ledger = await verifyLedger(pool);
  const audit = await verifyAuditLog(pool, {});
  return {
    vault: { opened: vault.opened, unreadable: vault.unreadable },
    ledger: { ...ledger, problems: ledger.problems.length },
    audit: { entries: audit.entries, logs: audit.chains, problems: audit.problemCount },
    problems: [
      ...vault.problems,
      ...ledger.problems,
      ...audit.problems.map(({ workspaceId, message }) => `Audit log of ${workspaceId}: ${message}`),
    ],
  };
}
