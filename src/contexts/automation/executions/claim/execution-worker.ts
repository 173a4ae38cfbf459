import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { outlast } from '../../../../platform/database/outlast.js';
import { createRunStore, type RunKey, type RunStore } from '../checkpoint/execution-store.js';
import type { DriveDeps } from '../drive/drive-deps.js';
import type { RunDriver } from '../drive/drive-execution.js';
import { cancelCalls, settleCall, startCall } from '../tree/calls.js';
import { watchCalls } from '../tree/watch-calls.js';
import { RunsInHand } from './executions-in-flight.js';
import { holdLease } from './hold-lease.js';
import { watchQueue } from './watch-queue.js';

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
  /** Runs of one workspace that compute side by side; of several together twice as many. */
  concurrency: number;
  /** Runs of one workspace in this process, those included that only wait for an answer; of several twice as many. */
  inFlight?: number | undefined;
  leaseSeconds?: number;
}

/**
 * A run that waits for an answer costs memory only: its steps and what it asked, most often some 50 KB. So 500 of one
 * workspace and 1,000 of several are some 50 MB.
 */
const runsInFlight = 500;
/** Milliseconds for runs to end by themselves, for handing them back, and for ending the lease. */
const stopMs = { grace: 5_000, handBack: 5_000, release: 3_000 };

/** Starts a worker: its lease, its queue, and its ear for cancelled runs. */
export async function startRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  const { db, listener, log, concurrency } = options;
  const inFlight = options.inFlight ?? Math.max(runsInFlight, concurrency);
  const workerId = uuidv7();
  const calls = watchCalls(options);
  const store = createRunStore(db.pool, workerId, {
    onCalls: calls.wake,
    onHanded: (run) => void inHand.takeOver(run),
  });
  const callFlow: DriveDeps['callFlow'] = (caller, request) => startCall(db, caller, request);
  const stopping = new AbortController();
  const inHand = new RunsInHand({
    ...{ concurrency, inFlight, stopping: stopping.signal },
    deps: { ...options, store, callFlow },
    onRoom: () => queue.roomier(),
  });
  const { drivers, runs } = inHand;
  const lease = await holdLease({
    ...options,
    workerId,
    poolId: workerId,
    drivers,
    inHand: runs,
    concurrency: inFlight,
  });
  const queue = watchQueue({
    ...{ db, listener, log, poolId: workerId },
    room: () => inHand.room,
    work: async (task, key) => {
      if (task === 'run') return takeUp({ inHand, store, stopping: stopping.signal }, key);
      await (task === 'settle_call' ? settleCall(db, key) : cancelCalls(db, key));
      return true;
    },
  });
  const alive = () => queue.alive() && lease.alive();
  const unlisten = listen(listener, drivers);

  return {
    id: workerId,
    alive,
    runs: {
      async start(run) {
        const { workspaceId } = run;
        // Newcomers go behind those of their workspace that wait already. One that is about to stop would only hand them back.
        const isHere = alive() && !stopping.signal.aborted && !queue.isBehind(workspaceId);
        if (isHere && inHand.mayStart(workspaceId)) return inHand.start(run, () => store.startHere(run));
        const started = await store.start(run);
        queue.added(workspaceId);
        return started;
      },
    },
    inHand: () => inHand.count,
    async stop() {
      stopping.abort();
      const patience = setTimeout(() => inHand.handBack(), stopMs.grace);
      const left = queue.stop().then(() => inHand.empty());
      await Promise.race([left, pause(stopMs.grace + stopMs.handBack)]);
      clearTimeout(patience);
      unlisten();
      await Promise.race([Promise.all([calls.stop(), lease.release()]), pause(stopMs.release)]);
    },
  };
}

interface TakeUp {
  inHand: RunsInHand;
  store: RunStore;
  stopping: AbortSignal;
}

/** Claims a run that the queue brings, and drives it from then on. False where it is left to others. */
async function takeUp({ inHand, store, stopping }: TakeUp, key: RunKey): Promise<boolean> {
  const { workspaceId, executionId } = key;
  // A second job of a run waits for the first: it may be the one that wakes what the first is just putting to sleep.
  while (inHand.runs.has(executionId)) await inHand.runs.get(executionId);
  const hold = inHand.keep(workspaceId, executionId);
  try {
    await hold.place.take(stopping);
    await hold.slot.take(stopping);
    const claim = () => store.claim(key);
    const run = stopping.aborted ? null : await outlast(claim, () => stopping.aborted);
    if (run) inHand.drive(run, hold);
    else hold.letGo();
    return run !== null || !stopping.aborted;
  } catch (error) {
    hold.letGo();
    throw error;
  }
}

/** Tells those who drive a run that it was cancelled, or that one of its steps was sent a signal. */
function listen(listener: Listener, drivers: ReadonlyMap<string, RunDriver>): () => void {
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
