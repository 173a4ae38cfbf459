import type pg from 'pg';
import { insertWorkspace, type Workspace } from '../../contexts/accounts/workspaces/index.js';
import { createTriggers } from '../../contexts/automation/flows/index.js';
import {
  type ArchiveSource,
  type CopyProgress,
  type RowsSummary,
  readArchive,
  textSettings,
} from '../../platform/backup/index.js';
import { transactionOn } from '../../platform/database/in-transaction.js';
import { tableOf, typed } from '../../platform/database/typed-sql.js';
import type { VaultKey } from '../../platform/instance-keys.js';
import { hasDocuments, storeDocuments } from '../../platform/search/index.js';
import { createVault } from '../../platform/vault/index.js';
import { searchSources } from '../modules.js';
import { type ImportTarget, importRows } from './import-rows.js';
import { type InspectedFile, requireEqual } from './inspect-workspace-file.js';
import { openPassphraseKey } from './passphrase.js';
import { portableTables } from './portable-tables.js';
import { type WorkspaceHeader, workspaceArchive } from './workspace-format.js';

export interface WorkspaceImport {
  pool: pg.Pool;
  file: ArchiveSource;
  /** What `inspectWorkspaceFile` returned. */
  inspected: InspectedFile;
  owner: { id: string; accountId: string };
  /** Defaults to the name in the file. */
  name?: string | undefined;
  passphrase?: string | undefined;
  keys: readonly VaultKey[];
  onProgress(progress: CopyProgress): void;
  /** In the transaction that imports. */
  record(sql: pg.PoolClient, workspaceId: string, rows: number): Promise<void>;
}

export interface ImportResult {
  id: string;
  name: string;
  rows: number;
  tables: Record<string, RowsSummary>;
  /** The new IDs of what was active in the exported workspace, and is not here. */
  wereActive: { flows: string[]; webhooks: string[]; followUpSequences: string[] };
  /** Flows that have a new webhook URL. */
  webhookUrls: number;
  /** Webhooks that sign with a new secret, because the file has none. */
  newWebhookSecrets: number;
  leftOut: WorkspaceHeader['leftOut'];
}

/**
 * Creates a workspace from a file, in one transaction, while servers run. All records have new IDs. Nothing in it starts by
 * itself until somebody activates it.
 * @throws Error if the passphrase is missing or another one, or if rows differ from what was written
 */
export async function importWorkspace(given: WorkspaceImport): Promise<ImportResult> {
  const { header } = given.inspected;
  const key =
    header.passphrase && given.passphrase !== undefined
      ? await openPassphraseKey(given.passphrase, header.passphrase)
      : null;
  if (header.passphrase && !key) {
    throw new Error(
      'The file has secrets that are encrypted with a passphrase. Send it to stdin, with --passphrase-stdin.',
    );
  }
  return transactionOn(given.pool, async (sql) => {
    // The statement that uses the connection fails anyway.
    sql.on('error', () => undefined);
    await sql.query(textSettings);
    const { name, timezone, country } = header.settings;
    const settings = { name: given.name ?? name ?? '', timezone: timezone ?? 'UTC', ...(country && { country }) };
    const created = await insertWorkspace(sql, given.owner, settings);
    // Its first data key is created in this transaction.
    const vault = createVault({ sql: sql as unknown as pg.Pool, keys: given.keys });
    await vault.prepare(created.id);
    const { ids } = given.inspected;
    const target: ImportTarget = { sql, workspaceId: created.id, ownerId: given.owner.id, ids, vault, key };
    const loaded = await importTables(target, given);
    await applySettings(target, header);
    const webhookUrls = await createTriggers(target.sql as pg.Client, target.vault, target.workspaceId);
    await writeSearchDocuments(target);
    await given.record(sql, created.id, loaded.rows);
    const { id } = created;
    const newWebhookSecrets = key ? 0 : (loaded.tables.webhooks?.rows ?? 0);
    return { id, name: created.name, ...loaded, webhookUrls, newWebhookSecrets, leftOut: header.leftOut };
  });
}

type Loaded = Pick<ImportResult, 'rows' | 'tables' | 'wereActive'>;

async function importTables(target: ImportTarget, { file, inspected, onProgress }: WorkspaceImport): Promise<Loaded> {
  const tables: ImportResult['tables'] = {};
  let bytes = 0;
  await readArchive(file, workspaceArchive, {
    async table(table, parts, end) {
      const imported = await importRows(target, table, parts, (size) => {
        bytes += size;
        onProgress({ table: table.name, bytes });
      });
      requireEqual(table.name, { ...imported, sha256: end().sha256 }, end());
      tables[table.name] = imported;
    },
  });
  const { flows = [], webhooks = [], follow_up_sequences: followUpSequences = [] } = inspected.active;
  const newIds = (ids: readonly string[]) => ids.map((id) => target.ids.replaceIn(id));
  return {
    tables,
    rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
    wereActive: { flows: newIds(flows), webhooks: newIds(webhooks), followUpSequences: newIds(followUpSequences) },
  };
}

async function applySettings({ sql, workspaceId, ids }: ImportTarget, { settings }: WorkspaceHeader): Promise<void> {
  const {
    daily_budget: daily,
    monthly_budget: monthly,
    default_error_flow_id: errorFlow,
    postal_address: address,
  } = settings;
  await typed(sql as pg.Client, 'import_settings', tableOf<Workspace>()('workspaces'))
    .updateTable('workspaces')
    .set({ dailyBudget: daily, monthlyBudget: monthly, defaultErrorFlowId: errorFlow && ids.replaceIn(errorFlow) })
    .set({ postalAddress: address ?? null })
    .where('id', '=', workspaceId)
    .execute();
}

async function writeSearchDocuments({ sql, workspaceId }: ImportTarget): Promise<void> {
  for (const source of searchSources) {
    if (!hasDocuments(source) || !portableTables[source.table]) continue;
    await storeDocuments(sql as pg.Client, 'index_imported', source, 'r.workspace_id = $1', [workspaceId]);
  }
}
