import type pg from 'pg';
import type { Config } from '../../config/index.js';
import { connectionConfig } from '../../platform/database/connection-config.js';
import { connectReplica, stateOf, walPosition } from '../../platform/database/replica.js';
import type { Sql } from '../../platform/database/sql.js';
import { isBound } from '../../platform/database/tenant-scope.js';
import { type Finding, failed, ok, skipped, warning } from './check.js';

interface ReplicaSubject {
  config: Pick<Config, 'databaseReplicaUrl'>;
  /** The primary. */
  pool: pg.Pool;
}

/** Bytes that the replica may lack while many write. */
const farBehind = 64 * 1024 * 1024;

/** Whether the replica can serve reads. */
export async function examineReplica({ config, pool }: ReplicaSubject): Promise<Finding> {
  const { databaseReplicaUrl: url } = config;
  if (url === undefined) return skipped('Not configured. Set DATABASE_REPLICA_URL to serve reads by a replica.');
  const cure = 'Correct DATABASE_REPLICA_URL, or start the replica. Until then the primary serves all reads.';
  const scope = connectReplica(url, undefined, 1);
  const { host, port } = connectionConfig(url);
  const name = `The replica on ${host}:${port}`;
  try {
    const behind = await bytesBehind(pool, scope.pool);
    if (typeof behind === 'string') return failed(`${name} cannot be used: ${behind}.`, cure);
    if (!(await isBound(scope.pool))) {
      const unbound = `${name} is read as a role to which row-level security does not apply.`;
      return warning(unbound, 'Use the role of DATABASE_URL in DATABASE_REPLICA_URL.');
    }
    if (behind === 0) return ok(`${name} has everything that was written.`);
    const message = `${name} is ${behind} bytes behind.`;
    return behind > farBehind ? warning(message, 'Look at the network and the load of the replica.') : ok(message);
  } catch (error) {
    return failed(`${name} cannot be used: ${(error as Error).message}.`, cure);
  } finally {
    await scope.pool.end();
  }
}

/** Or why the replica cannot be read from. */
async function bytesBehind(primary: Sql, replica: Sql): Promise<number | string> {
  const { lsn, problem } = await stateOf(replica);
  if (problem !== null) return problem;
  return Math.max(Number((await walPosition(primary)) - lsn), 0);
}
