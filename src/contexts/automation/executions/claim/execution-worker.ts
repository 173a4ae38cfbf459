import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { retryWhileUnavailable } from '../../../../platform/database/retry-while-unavailable.js';
import { declareService } from '../../../../platform/define-service.js';
import type { Watch } from '../../../../platform/watch-due.js';
import { createExecutionStore, type ExecutionKey, type ExecutionStore } from '../checkpoint/execution-store.js';
import type { DriveDeps } from '../drive/drive-deps.js';
import type { ExecutionDriver } from '../drive/drive-execution.js';
import type { NewExecution } from '../start/new-execution.js';
import { cancelCalls, settleCall, startCall } from '../tree/calls.js';
import { watchCalls } from '../tree/watch-calls.js';
import { acquireLease, type Lease } from './acquire-lease.js';
import { ExecutionsInFlight } from './executions-in-flight.js';
import { type JobTask, type Queue, watchQueue } from './watch-queue.js';

/** Drives runs, from the queue and those that start here, from its start until it is stopped. */
export interface ExecutionWorker {
  /** Its name in the leases: what it claims is its own for as long as it lives. */
  id: string;
  /** Starts runs: driven here at once while it works and has a place, otherwise through the queue. */
  runs: Pick<ExecutionStore, 'start'>;
  /** False until it has started, and while it has no connection to its queue. */
  alive(): boolean;
  /** Runs that it drives now. */
  drivenHere(): number;
  /** Takes its lease, and runs from the queue from then on. Once. */
  start(): Promise<void>;
  /** Takes no new runs, gives those in progress a moment to end, and hands the others back to the queue. */
  stop(): Promise<void>;
}

export interface ExecutionWorkerOptions extends Omit<DriveDeps, 'store' | 'callFlow'> {
  db: Database;
  listener: Listener;
  log: Logger;
  /** Runs of one workspace that compute side by side; of several together twice as many. */
  concurrency: number;
  /** Runs of one workspace in this process, those included that only wait for an answer; of several twice as many. */
  inFlight?: number | undefined;
  leaseSeconds?: number | undefined;
}

/** The worker of this process; null in one that only answers requests. */
export const runWorker = declareService<ExecutionWorker | null>('run worker');

/**
 * A run that waits for an answer costs memory only: its steps and what it asked, most often some 50 KB. So 500 of one
 * workspace and 1,000 of several are some 50 MB.
 */
const runsInFlight = 500;
/** Milliseconds for runs to end by themselves, for handing them back, and for ending the lease. */
const stopMs = { grace: 5_000, requeue: 5_000, release: 3_000 };

/** What a worker has once it has started. */
interface AtWork {
  lease: Lease;
  queue: Queue;
  /** Calls between flows that ended. */
  calls: Watch;
  unlisten(): void;
}

/** Makes a worker: it claims nothing before it is started. */
export function createRunWorker(options: ExecutionWorkerOptions): ExecutionWorker {
  const { db, listener, log, concurrency } = options;
  const inFlight = options.inFlight ?? Math.max(runsInFlight, concurrency);
  const workerId = uuidv7();
  const store = createExecutionStore(db.pool, workerId, {
    onCalls: () => atWork?.calls.wake(),
    onHanded: (run) => void drivenHere.takeOver(run),
  });
  const callFlow: DriveDeps['callFlow'] = (caller, request) => startCall(db, caller, request);
  const stopping = new AbortController();
  const drivenHere = new ExecutionsInFlight({
    ...{ concurrency, inFlight, stopping: stopping.signal },
    deps: { ...options, store, callFlow },
    onRoom: () => atWork?.queue.roomier(),
  });
  const { drivers, runs } = drivenHere;
  let atWork: AtWork | null = null;
  const alive = () => (atWork?.queue.alive() && atWork.lease.alive()) ?? false;

  async function start(): Promise<void> {
    const poolId = workerId;
    const lease = await acquireLease({
      ...options,
      workerId,
      poolId,
      drivers,
      drivenHere: runs,
      concurrency: inFlight,
    });
    const queue = watchQueue({
      ...{ db, listener, log, poolId },
      room: () => drivenHere.room,
      work: (task, key) => work({ db, drivenHere, store, stopping: stopping.signal }, task, key),
    });
    atWork = { lease, queue, calls: watchCalls(options), unlisten: listen(listener, drivers) };
  }

  async function startRun(run: NewExecution): ReturnType<ExecutionStore['start']> {
    const { workspaceId } = run;
    // Newcomers go behind those of their workspace that wait already. One that is about to stop would only hand them back.
    const isHere = alive() && !stopping.signal.aborted && !atWork?.queue.isBehind(workspaceId);
    if (isHere && drivenHere.mayStart(workspaceId)) return drivenHere.start(run, () => store.startHere(run));
    const started = await store.start(run);
    atWork?.queue.added(workspaceId);
    return started;
  }

  async function stop(): Promise<void> {
    stopping.abort();
    const patience = setTimeout(() => drivenHere.requeue(), stopMs.grace);
    const left = Promise.resolve(atWork?.queue.stop()).then(() => drivenHere.empty());
    await Promise.race([left, pause(stopMs.grace + stopMs.requeue)]);
    clearTimeout(patience);
    atWork?.unlisten();
    await Promise.race([Promise.all([atWork?.calls.stop(), atWork?.lease.release()]), pause(stopMs.release)]);
  }

  return { id: workerId, alive, runs: { start: startRun }, drivenHere: () => drivenHere.count, start, stop };
}

async function work(deps: TakeUp & { db: Database }, task: JobTask, key: ExecutionKey): Promise<boolean> {
  if (task === 'run') return takeUp(deps, key);
  await (task === 'settle_call' ? settleCall : cancelCalls)(deps.db, key);
  return true;
}

interface TakeUp {
  drivenHere: ExecutionsInFlight;
  store: ExecutionStore;
  stopping: AbortSignal;
}

/** Claims a run that the queue brings, and drives it from then on. False where it is left to others. */
async function takeUp({ drivenHere, store, stopping }: TakeUp, key: ExecutionKey): Promise<boolean> {
  const { workspaceId, executionId } = key;
  // A second job of a run waits for the first: it may be the one that wakes what the first is just putting to sleep.
  while (drivenHere.runs.has(executionId)) await drivenHere.runs.get(executionId);
  const acquired = drivenHere.keep(workspaceId, executionId);
  try {
    await acquired.inFlightSlot.take(stopping);
    await acquired.slot.take(stopping);
    const claim = () => store.claim(key);
    const run = stopping.aborted ? null : await retryWhileUnavailable(claim, () => stopping.aborted);
    if (run) drivenHere.drive(run, acquired);
    else acquired.release();
    return run !== null || !stopping.aborted;
  } catch (error) {
    acquired.release();
    throw error;
  }
}

/** Tells those who drive a run that it was cancelled, or that one of its steps was sent a signal. */
function listen(listener: Listener, drivers: ReadonlyMap<string, ExecutionDriver>): () => void {
  const stops = [
    listener.on('execution_stopped', (executionId) => {
      if (executionId) drivers.get(executionId)?.abandon();
    }),
    listener.on('execution_signalled', (executionId) => {
      // With null the connection was away: any run may have been told something.
      if (executionId) drivers.get(executionId)?.signalled();
      else for (const driver of drivers.values()) driver.signalled();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
