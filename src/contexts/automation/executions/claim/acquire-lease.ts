import type { Logger } from 'pino';
import { awaitDatabase } from '../../../../platform/database/await-database.js';
import type { Database } from '../../../../platform/database/database.js';
import type { ExecutionDriver } from '../drive/drive-execution.js';
import { maintainQueue } from './maintain-queue.js';
import { reapWorkersSql } from './reap-workers.sql.js';
import { dropUsedUpJobsSql, requeueExecutionsSql, sweepJobsSql } from './sweep-jobs.sql.js';
import { lostExecutionsSql, orphanedExecutionsSql, releaseExecutionsSql, renewLeaseSql } from './worker-lease.sql.js';

export interface LeaseOptions {
  db: Database;
  log: Logger;
  workerId: string;
  /** The name under which this process locks jobs. */
  poolId: string;
  drivers: ReadonlyMap<string, ExecutionDriver>;
  /** Executions that this process is claiming, driving or releasing. */
  drivenHere: ReadonlyMap<string, unknown>;
  /** Maximum number of executions of one workspace in flight. Only processes of earlier versions read it. */
  concurrency: number;
  /** Seconds without a heartbeat after which other workers take over this worker's executions. */
  leaseSeconds?: number;
}

export interface Lease {
  /** False if heartbeats have failed for longer than the lease lasts. */
  alive(): boolean;
  /** Ends the lease; executions that this worker still holds are requeued. */
  release(): Promise<void>;
}

const beatMs = 1_000;
/** Heartbeats between scans of the whole queue, and between scans of all running and waiting executions. */
const every = { sweep: 30, search: 600 };

/**
 * Keeps this worker's lease alive, checks once a second whether its executions are still its own (so a cancellation
 * whose notification was lost takes effect), and takes over from workers whose lease has expired. The lease is renewed
 * on a dedicated connection: a worker whose other connections are all in use is slow, not dead.
 */
export async function acquireLease(options: LeaseOptions): Promise<Lease> {
  const { db, log, workerId, poolId, concurrency, leaseSeconds = 6 } = options;
  let lastBeat = Date.now();
  let reapFrom = 0;

  const renew = async () => {
    const values = [workerId, poolId, leaseSeconds, concurrency];
    await db.dedicated.query({ name: 'renew_lease', text: renewLeaseSql, values });
    // If this worker could not renew its lease, most likely no other could either: they get time to renew theirs.
    if (Date.now() - lastBeat > Math.max(leaseSeconds * 1_000, 3 * beatMs))
      reapFrom = Date.now() + leaseSeconds * 1_000;
    lastBeat = Date.now();
  };

  await awaitDatabase(renew, () => log.warn('waiting for the database'));
  const renewing = repeat(renew, (error) => log.warn({ err: error }, 'heartbeat failed; retrying'));
  const tending = maintain({ ...options, leaseSeconds }, () => Date.now() >= reapFrom);
  return {
    alive: () => Date.now() - lastBeat < leaseSeconds * 1_000,
    async release() {
      await Promise.all([tending.stop(), renewing.stop()]);
      await reap(db, log, workerId).catch((error: Error) =>
        log.warn({ err: error }, 'lease could not be released; it will expire'),
      );
    },
  };
}

/** Maintains the executions of this worker, of dead workers and without a worker, once a second. */
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
    log.warn({ err: error }, 'maintenance of executions failed; retrying');
    // What was lost with the database is searched for as soon as it can be distinguished from work in progress.
    beats = every.sweep - Math.min(every.sweep, Math.ceil(leaseSeconds * 2) + 1);
  });
}

/** @param leaving a worker that stops and releases its executions; null to find dead workers */
async function reap(db: Database, log: Logger, leaving: string | null): Promise<void> {
  const { rows } = await db.pool.query<{ workers: number; runs: number }>({
    name: 'reap_workers',
    text: reapWorkersSql,
    values: [leaving],
  });
  const reaped = rows[0];
  if (!leaving && reaped && reaped.workers + reaped.runs > 0) log.warn(reaped, 'took over executions of dead workers');
}

interface Repeated {
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
}

/** Runs `work` every second, never concurrently, whether it fails or not. */
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

/** Requeues executions that no job will ever wake. */
export async function requeueLostExecutions(db: Database, log: Logger): Promise<void> {
  const { rows } = await db.pool.query<{ runs: number }>(requeueExecutionsSql);
  if (rows[0] && rows[0].runs > 0) log.warn(rows[0], 'executions without a job were requeued');
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
 * Executions that belong to this worker in the database but that it does not drive: a response was lost with its
 * connection. They are requeued if they are found at two consecutive heartbeats, because at one of them a claim may be
 * in progress.
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
