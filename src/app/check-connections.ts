import { connectionsOfProcess, readConnectionUse } from '../platform/database/connection-needs.js';
import type { Database } from '../platform/database/database.js';
import { preparePooler, requireSessions } from '../platform/database/pooler.js';
import { isBound } from '../platform/database/tenant-scope.js';
import { requireClosed } from '../platform/database/tenant-wall.js';
import { isTlsToPostgres } from '../platform/database/unreachable.js';
import type { Log } from '../platform/log.js';
import type { RuntimeConfig } from './runtime-config.js';

type Connections = Pick<RuntimeConfig, 'databaseUrl' | 'databaseDirectUrl' | 'wakeupUrl' | 'dbPoolSize'>;

/**
 * Requires at the start that connections are limited to tenants, and logs what an operator should improve.
 * @throws DatabaseUnreachable with the cure
 */
export async function checkConnections(config: Connections, db: Database, log: Log): Promise<void> {
  const { databaseUrl: url, databaseDirectUrl: directUrl } = config;
  const { pool, hotPool, tenantPool, dedicated } = db;
  if (directUrl === undefined) await requireSessions(tenantPool);
  else await preparePooler(dedicated, pool);
  for (const one of [pool, hotPool, tenantPool]) if (!(await isTlsToPostgres(url, one))) log.warn(tlsTerminatedEarly);
  if (!(await isTlsToPostgres(directUrl ?? url, dedicated))) log.warn(tlsTerminatedEarly);
  if (await isBound(tenantPool)) await requireClosed({ everyRow: [pool, hotPool, dedicated], tenants: [tenantPool] });
  else log.warn(unbound);
  await warnOfConnections(config, dedicated, log);
}

const unbound =
  'the role of DATABASE_URL is a superuser or has BYPASSRLS, so row-level security between workspaces does not apply to it. Connect as a role without either';

const tlsTerminatedEarly =
  'DATABASE_URL requires TLS, but a proxy in front of Postgres terminates it: the connection from the proxy to Postgres may not be encrypted';

/** How many connections a pooler opens to Postgres is its own setting. */
async function warnOfConnections(
  { databaseDirectUrl, wakeupUrl, dbPoolSize }: Connections,
  sql: Database['dedicated'],
  log: Log,
): Promise<void> {
  if (databaseDirectUrl !== undefined) return;
  const { most, used, ours } = await readConnectionUse(sql);
  const needed = connectionsOfProcess(dbPoolSize, { listens: wakeupUrl === undefined });
  if (needed <= most - (used - ours)) return;
  log.warn(
    { needed, accepted: most, usedByOthers: used - ours },
    'max_connections of Postgres is too low for the connections that this process may open. Increase it, or lower DB_POOL_SIZE',
  );
}
