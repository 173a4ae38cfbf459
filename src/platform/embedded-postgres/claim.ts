import pg from 'pg';
import { advisoryLock } from '../database/advisory-lock.js';
import { connectionConfig } from '../database/connection-config.js';

/** The right to be the only server of a cluster. It ends with the process that holds it, however that ends. */
export interface Claim {
  /** The superuser's connection that holds the claim. */
  client: pg.Client;
  /** Resolves when the connection is lost. Never rejects. */
  lost: Promise<void>;
  release(): Promise<void>;
}

export interface ClusterClaimOptions {
  dataDir: string;
  /** Continue without the claim if another server has it. */
  share: boolean;
}

/** Another server uses the data directory. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, holder: string) {
    super(
      `Another server${holder && ` (${holder})`} already uses ${dataDir}. Stop it, choose another DATA_DIR, ` +
        'or set DATABASE_URL to run several servers on one database.',
    );
    this.name = 'DataDirInUse';
  }
}

// An advisory lock of one connection: unlike a PID file it cannot be left behind.
const LOCK = 7_301_442;
/** Longer than Postgres takes to notice that a killed holder's connection is closed. */
const PATIENCE_MS = 2_000;

/**
 * Claims the cluster.
 * @returns undefined if another server holds it and `share` is set
 * @throws DataDirInUse if another server holds it
 */
export async function claimCluster(
  adminUrl: string,
  { dataDir, share }: ClusterClaimOptions,
): Promise<Claim | undefined> {
  const client = new pg.Client({
    ...connectionConfig(adminUrl),
    application_name: `pid ${process.pid}`,
    keepAlive: true,
  });
  // Without a listener a lost connection would end the process; `lost` reports it.
  client.on('error', () => {});
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    await client.query(`set lock_timeout = ${share ? 1 : PATIENCE_MS}`);
    await advisoryLock(client, 'claim_cluster', 'pg_advisory_lock', LOCK);
    await client.query('reset lock_timeout');
    return { client, lost, release: () => client.end().catch(() => {}) };
  } catch (error) {
    const refused = error instanceof pg.DatabaseError && error.code === '55P03';
    const holder = refused && !share ? await findHolder(client) : '';
    await client.end().catch(() => {});
    if (!refused) throw error;
    if (share) return undefined;
    throw new DataDirInUse(dataDir, holder);
  }
}

/** Whether Postgres was unavailable, as opposed to having refused the connection. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(code) ||
    /^Connection terminated/.test(message)
  );
}

/** Not typed, like everything that is read from the catalogs of Postgres. */
async function findHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `/* find_holder */ select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [LOCK],
  );
  return rows[0]?.application_name ?? '';
}
