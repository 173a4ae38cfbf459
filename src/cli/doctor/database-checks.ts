import { existsSync } from 'node:fs';
import pg from 'pg';
import { migrations } from '../../../migrations/index.js';
import { encryptedColumns, instanceColumns } from '../../app/collect-modules.js';
import type { Config } from '../../config/index.js';
import { tableNames } from '../../platform/backup/index.js';
import { poolConfig } from '../../platform/database/connect.js';
import { connectionConfig } from '../../platform/database/connection-config.js';
import { connectionsOfProcess, readConnectionUse } from '../../platform/database/connection-needs.js';
import { DatabaseClock, readClock } from '../../platform/database/database-clock.js';
import { explainStartError } from '../../platform/database/explain-start-error.js';
import { migrationStatus, oldestPostgres } from '../../platform/database/migrate.js';
import { readSetting } from '../../platform/database/read-setting.js';
import { createTenantScope, isBound } from '../../platform/database/tenant-scope.js';
import { findOpen } from '../../platform/database/tenant-wall.js';
import { isTlsToPostgres } from '../../platform/database/unreachable.js';
import { skewSeconds } from '../../platform/database/watch-clock.js';
import { keysPath, readOrCreateInstanceKeys } from '../../platform/instance-keys.js';
import { openSample, requireInstanceKeys } from '../../platform/vault/index.js';
import { countOf, firstOf } from '../amounts.js';
import { archiveCheck } from './archive-check.js';
import { type Check, type Finding, failed, findingOf, ok, skipped, warning } from './check.js';
import { examineReplica } from './replica-check.js';

/** The database of the server, and what it is used with. */
export interface DatabaseSubject {
  config: Config;
  pool: pg.Pool;
  url: string;
}

/** Whether the database answers. Nothing else can be examined if it does not. */
export async function examineReachable({ pool, url, config }: DatabaseSubject): Promise<Finding> {
  const { host, port, database } = connectionConfig(url);
  try {
    (await pool.connect()).release();
    return ok(`${database} on ${host}:${port} answers.`);
  } catch (error) {
    return findingOf(explainStartError(error, url, config) as Error);
  }
}

/** The database, apart from its tables. */
export const databaseChecks: readonly Check<DatabaseSubject>[] = [
  { name: 'database_tls', examine: examineTls },
  {
    name: 'database_version',
    async examine({ pool }) {
      const version = (await readSetting(pool, 'version', 'server_version')) ?? '';
      if (Number.parseInt(version, 10) >= oldestPostgres) return ok(`Postgres ${version}.`);
      return failed(`Postgres ${version} is too old.`, `Upgrade to Postgres ${oldestPostgres} or newer.`);
    },
  },
  {
    name: 'row_level_security',
    examine: examineTenants,
  },
  { name: 'clock', examine: examineClock },
  { name: 'connections', examine: examineConnections },
  { name: 'replica', examine: examineReplica },
  archiveCheck,
  {
    name: 'migrations',
    async examine({ pool }) {
      const { applied, pending, unknown } = await migrationStatus(pool, migrations);
      if (unknown.length > 0) {
        const cure = 'Install that release, or restore a backup from before it.';
        return failed(`The database has migrations of a newer release: ${unknown.join(', ')}.`, cure);
      }
      if (pending.length === 0) return ok(`All ${applied.length} migrations are applied.`);
      return warning(
        `${countOf(pending.length, 'migration is', 'migrations are')} pending: ${firstOf(pending, 3)}.`,
        'Run workspace-automation migrate.',
      );
    },
  },
];

async function examineTenants({ pool, url, config }: DatabaseSubject): Promise<Finding> {
  if (!(await isBound(pool))) {
    return warning(
      'The role of the database is a superuser or has BYPASSRLS: row-level security does not separate workspaces.',
      'Connect as a role without either.',
    );
  }
  if (!(await tableNames(pool)).includes('workspaces'))
    return skipped('The database has no tables yet; the first start creates them.');
  const connect = { url: config.databaseUrl ?? url, isPooled: config.databaseDirectUrl !== undefined };
  const tenants = createTenantScope({ connect, types: undefined, poolSize: 1 }).pool;
  const everyRow = new pg.Pool({ ...poolConfig(connect), max: 1 });
  try {
    const open = await findOpen({ everyRow: [pool, everyRow], tenants: [tenants] });
    if (open === null) return ok('Row-level security separates workspaces: a connection that says nothing sees none.');
    const cure = 'Run workspace-automation migrate, and let no pooler or default of a role set app.tenant_scope.';
    return failed(`Nothing keeps workspaces apart: ${open}.`, cure);
  } finally {
    await Promise.all([tenants.end(), everyRow.end()]);
  }
}

async function examineTls({ pool, url }: DatabaseSubject): Promise<Finding> {
  const { ssl, host = '' } = connectionConfig(url);
  const isLocal = host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);
  if (!ssl && isLocal) return ok('The database is on this machine; no TLS is asked for.');
  if (!ssl) {
    return warning(`Connections to ${host} are not encrypted.`, 'Add sslmode=verify-full to DATABASE_URL.');
  }
  if (await isTlsToPostgres(url, pool)) return ok('Connections are encrypted, as DATABASE_URL asks.');
  return warning(
    'A proxy in front of Postgres terminates TLS: its connection to Postgres may not be encrypted.',
    'Connect to Postgres directly, or encrypt behind the proxy.',
  );
}

async function examineClock({ pool }: DatabaseSubject): Promise<Finding> {
  const clock = new DatabaseClock();
  await readClock({ clock, pool });
  const skew = Math.abs(clock.offsetMs) / 1_000;
  const message = `The clocks of this machine and of the database differ by ${skew.toFixed(1)} s.`;
  const cure =
    "Synchronize both by NTP. Servers go by the database's clock; IDs, certificates and the codes of authenticator apps depend on both.";
  if (skew >= skewSeconds.failed) return failed(message, cure);
  return skew >= skewSeconds.warning ? warning(message, cure) : ok(message);
}

async function examineConnections({ pool, config }: DatabaseSubject): Promise<Finding> {
  const { most, used, ours } = await readConnectionUse(pool);
  const needed = connectionsOfProcess(config.dbPoolSize, { listens: config.wakeupUrl === undefined });
  const message = `${used} of ${most} connections are used, ${ours} of them by servers; each process opens up to ${needed}.`;
  if (config.databaseDirectUrl !== undefined)
    return ok(`${used} of ${most} connections are used; a pooler limits them.`);
  if (most - used >= needed || (ours > 0 && most >= needed + used - ours)) return ok(message);
  return warning(message, 'Increase max_connections of Postgres, lower DB_POOL_SIZE, or run fewer processes.');
}

/** What the tables hold. */
export const keyChecks: readonly Check<DatabaseSubject>[] = [
  {
    name: 'encryption_keys',
    async examine(subject) {
      const { config, pool } = subject;
      const source = config.vaultKeys ? 'VAULT_KEYS' : keysPath(config.dataDir);
      const keys = await readKeys(config);
      if (!keys) return skipped(`${source} does not exist yet; the first start creates it.`);
      const cure = 'Restore the keys with which the secrets were encrypted; nothing else can decrypt them.';
      try {
        await requireInstanceKeys(pool, keys, source, instanceColumns);
        return await openOne(subject, keys);
      } catch (error) {
        return failed((error as Error).message, cure);
      }
    },
  },
];

type Keys = Awaited<ReturnType<typeof readOrCreateInstanceKeys>>['vaultKeys'];

/** Null if the server has created none yet: the doctor changes nothing. */
async function readKeys({ vaultKeys, dataDir }: Config): Promise<Keys | null> {
  if (vaultKeys) return vaultKeys;
  return existsSync(keysPath(dataDir)) ? (await readOrCreateInstanceKeys(dataDir)).vaultKeys : null;
}

async function openOne({ pool }: DatabaseSubject, keys: Keys): Promise<Finding> {
  const table = await openSample(pool, keys, encryptedColumns);
  if (table === null) return ok('The keys can be read; nothing is encrypted yet.');
  return ok(`The keys decrypt what is stored, for example in ${table}.`);
}
