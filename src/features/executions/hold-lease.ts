import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.js';
import type { RunDriver } from './drive-run.js';
import {
  dropLeaseSql,
  freeRunsSql,
  lostRunsSql,
  orphanedRunsSql,
  reapWorkersSql,
  renewLeaseSql,
  sweepJobsSql,
} from './worker-lease.sql.js';

export interface LeaseOptions {
  db: Database;
  log: Logger;
  workerId: string;
  /** The queue's name for this process; changes when the queue is restarted. */
  poolId: () => string;
  drivers: ReadonlyMap<string, RunDriver>;
  /** Executions this process is claiming, driving or leaving. */
  inHand: ReadonlyMap<string, unknown>;
  /** Seconds without a heartbeat after which others take this worker's runs. */
  leaseSeconds?: number;
}

export interface Lease {
  /** False when the heartbeat has failed for longer than the lease lasts. */
  alive(): boolean;
  /** Writes the lease now: whoever takes jobs under a new name must be known by it first. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

const beatMs = 1_000;
const sweepEvery = 30;

/**
 * Keeps this worker's lease alive, looks once a second whether its runs are still its own (a cancel whose notification
 * was lost ends here), and takes over from workers whose lease ran out.
 */
export async function holdLease({
  db,
  log,
  workerId,
  poolId,
  drivers,
  inHand,
  leaseSeconds = 6,
}: LeaseOptions): Promise<Lease> {
  let lastBeat = Date.now();
  let beats = 0;
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  let beating: Promise<void> = Promise.resolve();
  let orphans: string[] = [];

  const renew = async () => {
    await db.pool.query({ name: 'renew_lease', text: renewLeaseSql, values: [workerId, poolId(), leaseSeconds] });
    lastBeat = Date.now();
  };

  async function beat(): Promise<void> {
    await renew();
    await abandonLostRuns(db, workerId, drivers);
    orphans = await freeOrphans(db, workerId, inHand, orphans);
    const { rows } = await db.pool.query<{ workers: number; runs: number }>({
      name: 'reap_workers',
      text: reapWorkersSql,
    });
    const reaped = rows[0];
    if (reaped && reaped.workers > 0) log.warn(reaped, 'took over from workers whose lease ran out');
    if (beats++ % sweepEvery === 0) await db.pool.query(sweepJobsSql, [leaseSeconds * 2]);
  }

  function schedule(): void {
    timer = setTimeout(() => {
      beating = beat()
        .catch((error: Error) => log.warn({ err: error }, 'the heartbeat failed; trying again'))
        .finally(() => {
          if (!released) schedule();
        });
    }, beatMs);
  }

  await renew();
  schedule();
  return {
    alive: () => Date.now() - lastBeat < leaseSeconds * 1_000,
    renew,
    async release() {
      released = true;
      clearTimeout(timer);
      await beating;
      await db.pool
        .query(dropLeaseSql, [workerId])
        .catch((error: Error) => log.warn({ err: error }, 'the lease was left to run out'));
    },
  };
}

async function abandonLostRuns(db: Database, workerId: string, drivers: ReadonlyMap<string, RunDriver>): Promise<void> {
  if (drivers.size === 0) return;
  const held = [...drivers.values()].map((driver) => driver.run);
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'lost_runs',
    text: lostRunsSql,
    values: [workerId, held.map((run) => run.id), held.map((run) => run.fence)],
  });
  for (const { id } of rows) drivers.get(id)?.abandon();
}

/**
 * Runs that are ours by the database but that nobody here drives: an answer was lost with its connection. They go back
 * to the queue when they are found so at two beats, since a claim may be on its way at one.
 */
async function freeOrphans(
  db: Database,
  workerId: string,
  inHand: ReadonlyMap<string, unknown>,
  before: string[],
): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'orphaned_runs',
    text: orphanedRunsSql,
    values: [workerId],
  });
  const orphans = rows.map(({ id }) => id).filter((id) => !inHand.has(id));
  const again = orphans.filter((id) => before.includes(id));
  if (again.length > 0) await db.pool.query({ name: 'free_runs', text: freeRunsSql, values: [workerId, again] });
  return orphans;
}
