import type { Logger } from 'pino';
import { awaitDatabase } from '../../platform/database/await-database.js';
import type { Database } from '../../platform/database/database.js';
import type { RunDriver } from './drive-run.js';
import { tendQueue } from './tend-queue.js';
import {
  dropUsedUpJobsSql,
  freeRunsSql,
  lostRunsSql,
  orphanedRunsSql,
  reapWorkersSql,
  renewLeaseSql,
  requeueRunsSql,
  sweepJobsSql,
  unlockPoolSql,
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
  /** Runs it drives at once. */
  concurrency: number;
  /** Seconds without a heartbeat after which others take this worker's runs. */
  leaseSeconds?: number;
}

export interface Lease {
  /** False when the heartbeat has failed for longer than the lease lasts. */
  alive(): boolean;
  /** Writes the lease now: whoever takes jobs under a new name must be known by it first. */
  renew(): Promise<void>;
  /** Ends the lease; what this worker still holds goes back to the queue. */
  release(): Promise<void>;
}

const beatMs = 1_000;
/** Beats between looks at the whole queue, and at all that runs or waits. */
const every = { sweep: 30, search: 600 };

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
  concurrency,
  leaseSeconds = 6,
}: LeaseOptions): Promise<Lease> {
  let lastBeat = Date.now();
  let reapFrom = 0;
  let lastPool = '';
  let beats = 0;
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  let beating: Promise<void> = Promise.resolve();
  let orphans: Orphan[] = [];

  const renew = async () => {
    const pool = poolId();
    await db.pool.query({
      name: 'renew_lease',
      text: renewLeaseSql,
      values: [workerId, pool, leaseSeconds, concurrency],
    });
    // When we could not beat, nobody could, most likely: the others get the time to renew theirs.
    if (Date.now() - lastBeat > Math.max(leaseSeconds * 1_000, 3 * beatMs))
      reapFrom = Date.now() + leaseSeconds * 1_000;
    lastBeat = Date.now();
    const old = lastPool;
    lastPool = pool;
    if (old !== '' && old !== pool) await db.pool.query(unlockPoolSql, [old]);
  };

  async function reap(leaving: string | null): Promise<void> {
    const { rows } = await db.pool.query<{ workers: number; runs: number }>({
      name: 'reap_workers',
      text: reapWorkersSql,
      values: [leaving],
    });
    const reaped = rows[0];
    if (!leaving && reaped && reaped.workers + reaped.runs > 0) log.warn(reaped, 'took over from dead workers');
  }

  async function beat(): Promise<void> {
    await renew();
    await abandonLostRuns(db, workerId, drivers);
    orphans = await freeOrphans(db, workerId, inHand, orphans);
    if (Date.now() >= reapFrom) await reap(null);
    await tendQueue(db.pool);
    if (beats % every.sweep === 0) await db.pool.query(sweepJobsSql, [leaseSeconds * 2, poolId(), [...inHand.keys()]]);
    if (beats % every.search === every.sweep) await requeueLostRuns(db, log);
    beats++;
  }

  function schedule(): void {
    timer = setTimeout(() => {
      beating = beat()
        .catch((error: Error) => {
          log.warn({ err: error }, 'the heartbeat failed; trying again');
          // Whatever was lost with the database is looked for as soon as it can be told from what is under way.
          beats = every.sweep - Math.min(every.sweep, Math.ceil(leaseSeconds * 2) + 1);
        })
        .finally(() => {
          if (!released) schedule();
        });
    }, beatMs);
  }

  await awaitDatabase(renew, () => log.warn('waiting for the database'));
  schedule();
  return {
    alive: () => Date.now() - lastBeat < leaseSeconds * 1_000,
    renew,
    async release() {
      released = true;
      clearTimeout(timer);
      await beating;
      await reap(workerId).catch((error: Error) => log.warn({ err: error }, 'the lease was left to run out'));
    },
  };
}

/** Finds runs that no job will ever wake. */
export async function requeueLostRuns(db: Database, log: Logger): Promise<void> {
  const { rows } = await db.pool.query<{ runs: number }>(requeueRunsSql);
  if (rows[0] && rows[0].runs > 0) log.warn(rows[0], 'runs without a job were put back into the queue');
  await db.pool.query(dropUsedUpJobsSql);
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

interface Orphan {
  id: string;
  fence: number;
}

/**
 * Runs that are ours by the database but that nobody here drives: an answer was lost with its connection. They go back
 * to the queue when they are found so at two beats, since a claim may be on its way at one.
 */
async function freeOrphans(
  db: Database,
  workerId: string,
  inHand: ReadonlyMap<string, unknown>,
  before: Orphan[],
): Promise<Orphan[]> {
  const { rows } = await db.pool.query<Orphan>({ name: 'orphaned_runs', text: orphanedRunsSql, values: [workerId] });
  const orphans = rows.filter(({ id }) => !inHand.has(id));
  const again = orphans.filter(({ id, fence }) => before.some((one) => one.id === id && one.fence === fence));
  if (again.length > 0) {
    const values = [workerId, again.map(({ id }) => id), again.map(({ fence }) => fence)];
    await db.pool.query({ name: 'free_runs', text: freeRunsSql, values });
  }
  return orphans;
}
