import { EventEmitter } from 'node:events';
import { Logger as QueueLogger, type Runner, run as runQueue, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { awaitDatabase } from '../../platform/database/await-database.js';
import type { Database } from '../../platform/database/database.js';
import type { Listener } from '../../platform/database/listener.js';
import { outlast } from '../../platform/database/outlast.js';
import { steadyPool } from '../../platform/database/steady-pool.js';
import { cancelCalls, settleCall, startCall } from './calls.js';
import type { DriveDeps } from './drive-deps.js';
import { RunDriver } from './drive-run.js';
import { holdLease } from './hold-lease.js';
import { Places } from './places.js';
import type { ClaimedRun } from './run-record.js';
import { createRunStore, type NewRun, type RunKey, type RunStore, type Started } from './run-store.js';
import { watchCalls } from './watch-calls.js';

/** Drives runs from the queue until it is stopped. */
export interface RunWorker {
  /** Its name in the leases: what it claims is its own for as long as it lives. */
  id: string;
  /** Starts runs: driven here at once where there is a place, otherwise through the queue. */
  runs: Pick<RunStore, 'start'>;
  /** False while it has no connection to its queue. */
  alive(): boolean;
  /** Runs that it drives now. */
  inHand(): number;
  /** Takes no new runs, gives those in progress a moment to end, and hands the others back to the queue. */
  stop(): Promise<void>;
}

export interface RunWorkerOptions extends Omit<DriveDeps, 'store' | 'callFlow'> {
  db: Database;
  listener: Listener;
  log: Logger;
  /** Runs driven side by side. */
  concurrency: number;
  leaseSeconds?: number;
}

/** Milliseconds for runs to end by themselves, for handing them back, and for ending the lease. */
const stopMs = { grace: 5_000, handBack: 5_000, release: 3_000 };
const restartMs = { first: 100, most: 5_000 };
/** Milliseconds that a job may wait in this process while all of its places are taken. */
const localWaitMs = 2_000;

/** Starts a worker: its lease, its queue, and its ear for cancelled runs. */
export async function startRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  const { db, listener, log, concurrency } = options;
  const workerId = uuidv7();
  const calls = watchCalls(options);
  const store = createRunStore(db.pool, workerId, calls.wake);
  const callFlow: DriveDeps['callFlow'] = (caller, request) => startCall(db, caller, request);
  const deps: DriveDeps = { ...options, store, callFlow };
  const drivers = new Map<string, RunDriver>();
  let stopping = false;

  const tellInterrupted = (error: Error) => log.warn({ err: error }, 'a run was interrupted');
  const places = new Places(concurrency);
  const inHand = new Map<string, Promise<void>>();

  /** Keeps a run in hand, so that nobody takes it for lost, until it is let go. */
  function keep(executionId: string): () => void {
    const left = Promise.withResolvers<void>();
    inHand.set(executionId, left.promise);
    return () => {
      drivers.delete(executionId);
      inHand.delete(executionId);
      left.resolve();
    };
  }

  async function driveClaimed(run: ClaimedRun): Promise<void> {
    const driver = new RunDriver(deps, run);
    drivers.set(run.id, driver);
    if (stopping) driver.handBack();
    await driver.drive();
  }

  async function drive(key: RunKey): Promise<void> {
    const { executionId } = key;
    // A second job of a run waits for the first: it may be the one that wakes what the first is just putting to sleep.
    while (inHand.has(executionId)) await inHand.get(executionId);
    const letGo = keep(executionId);
    try {
      await places.hold(async () => {
        const run = await outlast(
          () => store.claim(key),
          () => stopping,
        );
        if (run) await driveClaimed(run);
      });
    } finally {
      letGo();
    }
  }

  async function start(run: NewRun): Promise<Started> {
    // One that is about to stop would only hand it back.
    if (stopping || !queue.alive() || !lease.alive() || !places.take()) return store.start(run);
    const letGo = keep(run.id);
    const leave = () => {
      letGo();
      places.leave();
    };
    try {
      const { claimed, ...started } = await store.startHere(run);
      // Whoever waits to hear that it was accepted goes first.
      if (claimed) setImmediate(() => driveClaimed(claimed).catch(tellInterrupted).finally(leave));
      else leave();
      return started;
    } catch (error) {
      // It may be there all the same, with the answer lost: then the next heartbeats find it.
      leave();
      throw error;
    }
  }

  const queue = keepQueue({ db, log, concurrency, drive, renamed: () => lease.renew() });
  const lease = await holdLease({ ...options, workerId, poolId: queue.poolId, drivers, inHand });
  const stopListening = listener.on('execution_stopped', (executionId) => {
    if (executionId) drivers.get(executionId)?.abandon();
  });
  const stopSignals = listener.on('execution_signalled', (executionId) => {
    // With null the connection was away: any run may have been told something.
    if (executionId) drivers.get(executionId)?.signalled();
    else for (const driver of drivers.values()) driver.signalled();
  });
  await awaitDatabase(queue.start, () => log.warn('waiting for the database'));

  return {
    id: workerId,
    alive: () => queue.alive() && lease.alive(),
    runs: { start },
    inHand: () => places.taken,
    async stop() {
      stopping = true;
      const patience = setTimeout(() => {
        for (const driver of drivers.values()) driver.handBack();
      }, stopMs.grace);
      // The queue may have ended before what it began, when the database went away.
      const left = async () => {
        await queue.stop();
        while (inHand.size > 0) await Promise.all(inHand.values());
      };
      await Promise.race([left(), pause(stopMs.grace + stopMs.handBack)]);
      clearTimeout(patience);
      stopListening();
      stopSignals();
      await Promise.race([Promise.all([calls.stop(), lease.release()]), pause(stopMs.release)]);
    },
  };
}

interface QueueOptions {
  db: Database;
  log: Logger;
  concurrency: number;
  drive: (key: RunKey) => Promise<void>;
  /** Called when the queue's name for this process changed. */
  renamed: () => Promise<void>;
}

/** The queue ends itself when the database is away for long; this starts it again until it is stopped. */
function keepQueue({ db, log, concurrency, drive, renamed }: QueueOptions) {
  let runner: Runner | null = null;
  let pool = '';
  let stopped = false;

  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    pool = workerPool.id;
    void renamed().catch((error: Error) => log.warn({ err: error }, 'the lease could not be renewed'));
  });
  // It takes no more jobs from here on, but ends only with the last run it began: the next one need not wait for that.
  events.on('pool:gracefulShutdown', ({ workerPool }) => {
    if (workerPool.id === pool && runner) ended(runner);
  });

  async function start(): Promise<void> {
    const current = await runQueue({
      events,
      pgPool: steadyPool(db.pool, () => stopped),
      noHandleSignals: true,
      concurrency,
      parsedCronItems: [],
      logger: quietLogger(log),
      taskList: {
        run: async (payload) => drive(payload as RunKey),
        // Jobs of servers that have not been updated yet.
        settle_call: (payload) => settleCall(db, payload as RunKey),
        cancel_calls: (payload) => cancelCalls(db, payload as RunKey),
      },
      preset: {
        worker: {
          localQueue: { size: concurrency, ttl: localWaitMs },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          pollInterval: 1_000,
        },
      },
    });
    runner = current;
    current.promise
      .catch((error: Error) => log.warn({ err: error }, 'the queue stopped on an error'))
      .finally(() => ended(current));
    // Stopped while it was starting.
    if (stopped) await current.stop();
  }

  function ended(which: Runner): void {
    if (runner !== which) return;
    runner = null;
    if (!stopped) void restart(restartMs.first);
  }

  async function restart(delay: number): Promise<void> {
    await pause(delay);
    if (stopped) return;
    await start().catch((error: Error) => {
      log.warn({ err: error }, 'the queue could not be started; trying again');
      void restart(Math.min(delay * 2, restartMs.most));
    });
  }

  return {
    start,
    poolId: () => pool,
    alive: () => runner !== null,
    async stop() {
      stopped = true;
      await runner?.stop().catch(() => undefined);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** The queue's own lines, as ours; its chatter about each job only where debug is on. */
function quietLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ err: meta?.error }, message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
