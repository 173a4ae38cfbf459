import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import type { Notifier } from '../../../../platform/database/notifier.js';
import { declareService } from '../../../../platform/define-service.js';
import type { Events } from '../../../../platform/events/index.js';
import { watched } from '../../../../platform/metrics/index.js';
import { countryOfWorkspace } from '../../../../platform/phone-number.js';
import type { Repeated } from '../../../../platform/slots/repeat.js';
import { acquireLease, type Lease } from '../../../../platform/work/acquire-lease.js';
import type { Watch } from '../../../../platform/work/watch-due.js';
import type { QuotaLimits } from '../../../accounts/quotas/index.js';
import type { FileStore } from '../../files/index.js';
import { startCall } from '../run/calls.js';
import type { DriveDeps } from '../run/drive-deps.js';
import { eventsChannel } from '../store/event-rows.sql.js';
import { createExecutionStore, type ExecutionStore } from '../store/execution-store.js';
import type { NewExecution } from '../store/new-execution.js';
import type { StartQuota } from '../store/start-quota.js';
import { publishTimedOut } from './attempts-timed-out.js';
import { ExecutionsInFlight } from './executions-in-flight.js';
import { HeldExecutions } from './held-executions.js';
import { listenForDrivers } from './listen-for-drivers.js';
import { watchCalls } from './watch-calls.js';
import { watchKeys } from './watch-keys.js';
import { type ReadyQueue, watchReady } from './watch-ready.js';
import { type StartSuspectProcess, watchSuspects } from './watch-suspects.js';

/** Drives executions, from the queue and those started in this process, until it is stopped. */
export interface ExecutionWorker {
  /** Its ID in the leases: what it claims belongs to it for as long as its lease lasts. */
  id: string;
  /** Starts executions: driven here at once if the worker runs and has a free slot, otherwise through the queue. */
  runs: Pick<ExecutionStore, 'start'>;
  /** False before it has started, and while it has no connection to its queue. */
  alive(): boolean;
  /** Number of executions that it drives now. */
  drivenHere(): number;
  /** Acquires the lease and starts taking executions from the queue. To be called once. */
  start(): Promise<void>;
  /**
   * Takes no new executions, lets the steps in progress end for at most `shutdownGraceSeconds`, and requeues the
   * executions that have not ended.
   * @param others resolves when other work under the worker's lease has stopped
   */
  stop(others?: Promise<unknown>): Promise<void>;
}

export interface ExecutionWorkerOptions
  extends Omit<DriveDeps, 'store' | 'countryOf' | 'callFlow' | 'endAttempts' | 'onLeft'> {
  db: Database;
  files: FileStore;
  events: Events;
  listener: Listener;
  notifier: Notifier;
  log: Logger;
  /** Executions of one workspace that compute concurrently; twice as many for all workspaces together. */
  concurrency: number;
  /**
   * Executions of one workspace in flight in this process, including those that only wait for a response; twice as many
   * for all workspaces together.
   */
  inFlight?: number | undefined;
  leaseSeconds?: number | undefined;
  /** Seconds for which steps in progress may continue when the worker is stopped. */
  shutdownGraceSeconds: number;
  /** Starts the process that drives suspects. */
  suspects: StartSuspectProcess;
  quota: StartQuota;
  /** Starts what publishes failed executions. */
  watchFailures: (options: Pick<ExecutionWorkerOptions, 'db' | 'listener' | 'log' | 'now' | 'quota'>) => Watch;
  limits: Pick<QuotaLimits, 'limit' | 'weight' | 'own'>;
}

const inFlightHere = watched('executions_in_flight', 'Executions that this process drives now.');

/** The worker of this process; null in a process that only answers requests. */
export const executionWorker = declareService<ExecutionWorker | null>('execution worker');

/**
 * An execution that waits for a response costs memory only: its steps and its requests, typically 50 KB. So 500 of one
 * workspace and 1,000 of all take about 50 MB.
 */
const runsInFlight = 500;
/** Milliseconds after the grace period: for requeueing the executions, and for ending the lease. */
const stopMs = { requeue: 2_500, release: 500 };

/** What a started worker consists of. */
interface AtWork {
  lease: Lease;
  queue: ReadyQueue;
  /** Settles calls between flows. */
  calls: Watch;
  /** Lets executions go that the control of their flow holds. */
  keys: Watch;
  suspects: Repeated;
  /** Publishes failed executions. */
  failures: Watch;
  unlisten(): void;
}

/** Creates a worker. It claims nothing before it is started. */
export function createExecutionWorker(options: ExecutionWorkerOptions): ExecutionWorker {
  const { db, files, listener, notifier, log, concurrency } = options;
  const inFlight = options.inFlight ?? Math.max(runsInFlight, concurrency);
  const workerId = uuidv7();
  const store = createExecutionStore({ pool: db.pool, hotPool: db.hotPool, files }, workerId, {
    onEvents: () => notifier.notify(eventsChannel),
    onCalls: () => atWork?.calls.wake(),
    onFailures: () => atWork?.failures.wake(),
    onHanded: (run) => void drivenHere.takeOver(run),
  });
  const callFlow: DriveDeps['callFlow'] = (caller, request) =>
    startCall(options, caller, request).finally(() => notifier.notify(eventsChannel));
  const endAttempts: DriveDeps['endAttempts'] = (run, steps) => publishTimedOut(options, run, steps);
  const countryOf: DriveDeps['countryOf'] = (workspaceId) => countryOfWorkspace(db.pool, workspaceId);
  const stopping = new AbortController();
  const onLeft: DriveDeps['onLeft'] = (release) => {
    if (release.kind === 'waiting' && release.until) atWork?.queue.dueAt(new Date(release.until));
  };
  const drivenHere = new ExecutionsInFlight({
    concurrency,
    inFlight,
    stopping: stopping.signal,
    deps: { ...options, store, countryOf, callFlow, endAttempts, onLeft },
    limits: options.limits,
    quota: { sql: db.pool, log, workerId },
    onRoom: () => atWork?.queue.roomier(),
  });
  const { drivers, runs } = drivenHere;
  const unwatch = inFlightHere.watch(() => drivenHere.count);
  let atWork: AtWork | null = null;
  const alive = () => (atWork?.queue.alive() && atWork.lease.alive()) ?? false;

  async function start(): Promise<void> {
    const held = new HeldExecutions(db.pool, workerId, drivers, runs);
    const lease = await acquireLease({
      db,
      log,
      workerId,
      leaseSeconds: options.leaseSeconds,
      release: (leaving) => held.release(leaving),
      maintain: () => held.maintain(),
    });
    await drivenHere.quota.refresh();
    drivenHere.quota.start();
    const queue = watchReady({
      db,
      listener,
      log,
      workerId,
      room: () => drivenHere.room,
      drive: (run) => void drivenHere.takeOver(run),
    });
    const suspects = watchSuspects({ sql: db.pool, log, startProcess: options.suspects });
    atWork = {
      lease,
      queue,
      calls: watchCalls(options),
      keys: watchKeys(options),
      failures: options.watchFailures(options),
      suspects,
      unlisten: listenForDrivers(listener, drivers),
    };
  }

  async function startRun(run: NewExecution): ReturnType<ExecutionStore['start']> {
    const { workspaceId } = run;
    // New executions go behind those of their workspace that are already queued. A process that is stopping would only
    // requeue them.
    const isHere = alive() && !stopping.signal.aborted && !atWork?.queue.isBehind(workspaceId);
    if (isHere && drivenHere.mayStart(workspaceId)) return drivenHere.start(run, () => store.startHere(run));
    const started = await store.start(run);
    atWork?.queue.added(workspaceId);
    return started;
  }

  async function stop(others?: Promise<unknown>): Promise<void> {
    const graceMs = options.shutdownGraceSeconds * 1_000;
    stopping.abort();
    drivenHere.drain();
    if (runs.size > 0) log.info({ executions: runs.size, graceMs }, 'waiting for steps in progress');
    const patience = setTimeout(() => {
      log.warn({ executions: runs.size }, 'the grace period is over; interrupting steps in progress');
      drivenHere.requeue();
    }, graceMs);
    const left = Promise.resolve(atWork?.queue.stop()).then(() => drivenHere.empty());
    const all = [left, others, atWork?.suspects.stop()];
    await Promise.race([Promise.all(all), pause(graceMs + stopMs.requeue)]);
    clearTimeout(patience);
    atWork?.unlisten();
    const watches = [atWork?.calls.stop(), atWork?.keys.stop(), atWork?.failures.stop()];
    const parts = [drivenHere.quota.stop(), ...watches, atWork?.lease.end()];
    await Promise.race([Promise.all(parts), pause(stopMs.release)]);
    unwatch();
  }

  return { id: workerId, alive, runs: { start: startRun }, drivenHere: () => drivenHere.count, start, stop };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
