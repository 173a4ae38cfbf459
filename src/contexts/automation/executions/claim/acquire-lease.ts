import type { Logger } from 'pino';
import { awaitDatabase } from '../../../../platform/database/await-database.js';
import type { Database } from '../../../../platform/database/database.js';
import type { ExecutionDriver } from '../drive/drive-execution.js';
import { maintainQueue } from './maintain-queue.js';
import {
  dropUsedUpJobsSql,
  lostExecutionsSql,
  orphanedExecutionsSql,
  reapWorkersSql,
  releaseExecutionsSql,
  renewLeaseSql,
  requeueExecutionsSql,
  sweepJobsSql,
} from './worker-lease.sql.js';

export interface LeaseOptions {
  db: Database;
  log: Logger;
  workerId: string;
  /** Under which name this process takes jobs. */
  poolId: string;
  drivers: ReadonlyMap<string, ExecutionDriver>;
  /** Executions this process is claiming, driving or leaving. */
  drivenHere: ReadonlyMap<string, unknown>;
  /** Runs of one workspace that it has in flight at once. Only processes of earlier versions ask for it. */
  concurrency: number;
  /** Seconds without a heartbeat after which others take this worker's runs. */
  leaseSeconds?: number;
}

export interface Lease {
  /** False when the heartbeat has failed for longer than the lease lasts. */
  alive(): boolean;
  /** Ends the lease; what this worker still holds goes back to the queue. */
  release(): Promise<void>;
}

const beatMs = 1_000;
/** Beats between looks at the whole queue, and at all that runs or waits. */
const every = { sweep: 30, search: 600 };

/**
 * Keeps this worker's lease alive, looks once a second whether its runs are still its own (a cancel whose notification
 * was lost ends here), and takes over from workers whose lease ran out. The lease is renewed on a connection of its own:
 * a worker whose other connections are all taken is slow, not dead.
 */
export async function acquireLease(options: LeaseOptions): Promise<Lease> {
  const { db, log, workerId, poolId, concurrency, leaseSeconds = 6 } = options;
  let lastBeat = Date.now();
  let reapFrom = 0;

  const renew = async () => {
    const values = [workerId, poolId, leaseSeconds, concurrency];
    await db.dedicated.query({ name: 'renew_lease', text: renewLeaseSql, values });
    // When we could not beat, nobody could, most likely: the others get the time to renew theirs.
    if (Date.now() - lastBeat > Math.max(leaseSeconds * 1_000, 3 * beatMs))
      reapFrom = Date.now() + leaseSeconds * 1_000;
    lastBeat = Date.now();
  };

  await awaitDatabase(renew, () => log.warn('waiting for the database'));
  const renewing = repeat(renew, (error) => log.warn({ err: error }, 'the heartbeat failed; trying again'));
  const tending = maintain({ ...options, leaseSeconds }, () => Date.now() >= reapFrom);
  return {
    alive: () => Date.now() - lastBeat < leaseSeconds * 1_000,
    async release() {
      await Promise.all([tending.stop(), renewing.stop()]);
      await reap(db, log, workerId).catch((error: Error) => log.warn({ err: error }, 'the lease was left to run out'));
    },
  };
}

/** Looks after the runs of this worker, of dead ones and of nobody, once a second. */
function maintain(
  { db, log, workerId, poolId, drivers, drivenHere, leaseSeconds }: LeaseOptions & { leaseSeconds: number },
  mayReap: () => boolean,
): Repeated {
  let beats = 0;
  let orphans: Orphan[] = [];
  const look = async () => {
    await abandonLostRuns(db, workerId, drivers);
    orphans = await freeOrphans(db, workerId, drivenHere, orphans);
    if (mayReap()) await reap(db, log, null);
    await maintainQueue(db.pool);
    if (beats % every.sweep === 0)
      await db.pool.query(sweepJobsSql, [leaseSeconds * 2, poolId, [...drivenHere.keys()]]);
    if (beats % every.search === every.sweep) await requeueLostExecutions(db, log);
    beats++;
  };
  return repeat(look, (error) => {
    log.warn({ err: error }, 'the runs could not be looked after; trying again');
    // Whatever was lost with the database is looked for as soon as it can be told from what is under way.
    beats = every.sweep - Math.min(every.sweep, Math.ceil(leaseSeconds * 2) + 1);
  });
}

/** @param leaving a worker that ends and leaves its runs to others; null for those that are found dead */
async function reap(db: Database, log: Logger, leaving: string | null): Promise<void> {
  const { rows } = await db.pool.query<{ workers: number; runs: number }>({
    name: 'reap_workers',
    text: reapWorkersSql,
    values: [leaving],
  });
  const reaped = rows[0];
  if (!leaving && reaped && reaped.workers + reaped.runs > 0) log.warn(reaped, 'took over from dead workers');
}

interface Repeated {
  /** Resolves when it does nothing any more. */
  stop(): Promise<void>;
}

/** Does something each second, never twice at once, whether it fails or not. */
function repeat(work: () => Promise<void>, onFailure: (error: Error) => void): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let stopped = false;
  const schedule = () => {
    timer = setTimeout(() => {
      working = work()
        .catch(onFailure)
        .finally(() => {
          if (!stopped) schedule();
        });
    }, beatMs);
  };
  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}

/** Finds runs that no job will ever wake. */
export async function requeueLostExecutions(db: Database, log: Logger): Promise<void> {
  const { rows } = await db.pool.query<{ runs: number }>(requeueExecutionsSql);
  if (rows[0] && rows[0].runs > 0) log.warn(rows[0], 'runs without a job were put back into the queue');
  await db.pool.query(dropUsedUpJobsSql);
}

async function abandonLostRuns(
  db: Database,
  workerId: string,
  drivers: ReadonlyMap<string, ExecutionDriver>,
): Promise<void> {
  if (drivers.size === 0) return;
  const held = [...drivers.values()].map((driver) => driver.run);
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'lost_runs',
    text: lostExecutionsSql,
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
  drivenHere: ReadonlyMap<string, unknown>,
  before: Orphan[],
): Promise<Orphan[]> {
  const { rows } = await db.pool.query<Orphan>({
    name: 'orphaned_runs',
    text: orphanedExecutionsSql,
    values: [workerId],
  });
  const orphans = rows.filter(({ id }) => !drivenHere.has(id));
  const again = orphans.filter(({ id, fence }) => before.some((one) => one.id === id && one.fence === fence));
  if (again.length > 0) {
    const values = [workerId, again.map(({ id }) => id), again.map(({ fence }) => fence)];
    await db.pool.query({ name: 'free_runs', text: releaseExecutionsSql, values });
  }
  return orphans;
}
