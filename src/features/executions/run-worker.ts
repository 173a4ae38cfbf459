import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../platform/database/database.js';
import type { Listener } from '../../platform/database/listener.js';
import { outlast } from '../../platform/database/outlast.js';
import { FairSlots, type Slot } from '../../platform/fair-slots.js';
import { cancelCalls, settleCall, startCall } from './calls.js';
import type { DriveDeps } from './drive-deps.js';
import { RunDriver } from './drive-run.js';
import { holdLease } from './hold-lease.js';
import type { ClaimedRun } from './run-record.js';
import { createRunStore, type NewRun, type RunKey, type RunStore, type Started } from './run-store.js';
import { watchCalls } from './watch-calls.js';
import { type Room, watchQueue } from './watch-queue.js';

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
/** Runs that start here and may wait to compute, for each one that may. */
const lineAtMost = 4;
/** Milliseconds for runs to end by themselves, for handing them back, and for ending the lease. */
const stopMs = { grace: 5_000, handBack: 5_000, release: 3_000 };

/** What a run holds while it is in hand here. */
interface Hold {
  place: Slot;
  slot: Slot;
  letGo(): void;
}

/** Starts a worker: its lease, its queue, and its ear for cancelled runs. */
export async function startRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  const { db, listener, log, concurrency } = options;
  const inFlight = options.inFlight ?? Math.max(runsInFlight, concurrency);
  const workerId = uuidv7();
  const calls = watchCalls(options);
  const store = createRunStore(db.pool, workerId, { onCalls: calls.wake, onHanded: (run) => void takeOver(run) });
  const callFlow: DriveDeps['callFlow'] = (caller, request) => startCall(db, caller, request);
  const deps: DriveDeps = { ...options, store, callFlow };
  const drivers = new Map<string, RunDriver>();
  const stopping = new AbortController();

  const places = new FairSlots(inFlight, () => queue.roomier());
  const slots = new FairSlots(concurrency, () => queue.roomier());
  const inHand = new Map<string, Promise<void>>();
  /** Runs of workspaces that are being started here. */
  const starting = new Map<string, number>();

  /** Keeps a run in hand, so that nobody takes it for lost, until it is let go. */
  function keep(workspaceId: string, executionId: string): Hold {
    const left = Promise.withResolvers<void>();
    const place = places.of(workspaceId);
    const slot = slots.of(workspaceId);
    inHand.set(executionId, left.promise);
    const letGo = () => {
      drivers.delete(executionId);
      inHand.delete(executionId);
      slot.release();
      place.release();
      left.resolve();
    };
    return { place, slot, letGo };
  }

  /** Drives a run and lets go of it; nobody waits for that. */
  function driveOn(run: ClaimedRun, { slot, letGo }: Hold): void {
    const driver = new RunDriver(deps, run, slot);
    drivers.set(run.id, driver);
    if (stopping.signal.aborted) driver.handBack();
    driver
      .drive()
      .catch((error: Error) => log.warn({ err: error }, 'a run was interrupted'))
      .finally(letGo);
  }

  function room(): Room {
    const roomOf = (workspaceId: string) => Math.min(places.room(workspaceId), slots.room(workspaceId));
    const owners = new Set([...places.owners, ...slots.owners]);
    const of = new Map([...owners].map((workspaceId) => [workspaceId, roomOf(workspaceId)]));
    return { runs: Math.min(places.free, slots.free), of, others: roomOf('') };
  }

  /** Claims a run that the queue brings. False where it is left to others. */
  async function takeUp(key: RunKey): Promise<boolean> {
    const { workspaceId, executionId } = key;
    // A second job of a run waits for the first: it may be the one that wakes what the first is just putting to sleep.
    while (inHand.has(executionId)) await inHand.get(executionId);
    const hold = keep(workspaceId, executionId);
    try {
      await hold.place.take(stopping.signal);
      await hold.slot.take(stopping.signal);
      const isOver = () => stopping.signal.aborted;
      const run = isOver() ? null : await outlast(() => store.claim(key), isOver);
      if (run) driveOn(run, hold);
      else hold.letGo();
      return run !== null || !isOver();
    } catch (error) {
      hold.letGo();
      throw error;
    }
  }

  /** Drives a run that was claimed with the place of one that left. */
  async function takeOver(run: ClaimedRun): Promise<void> {
    while (inHand.has(run.id)) await inHand.get(run.id);
    const hold = keep(run.workspaceId, run.id);
    await hold.place.take(stopping.signal);
    driveOn(run, hold);
  }

  /**
   * Newcomers go behind those of their workspace that wait already, and into the queue where more wait to compute than
   * this process gets done soon: another one may be idle. One that is about to stop would only hand them back.
   */
  function mayStartHere(workspaceId: string): boolean {
    if (stopping.signal.aborted || !queue.alive() || !lease.alive() || queue.isBehind(workspaceId)) return false;
    const ahead = slots.waiting(workspaceId) + (starting.get(workspaceId) ?? 0);
    return ahead < lineAtMost * concurrency && places.room(workspaceId) > 0;
  }

  /** Starts a run here; it counts among those ahead of the next one until it stands in line for its slot itself. */
  async function startHere(run: NewRun, hold: Hold): Promise<Started> {
    const { workspaceId } = run;
    const count = (by: number) => {
      const left = (starting.get(workspaceId) ?? 0) + by;
      if (left === 0) starting.delete(workspaceId);
      else starting.set(workspaceId, left);
    };
    count(1);
    let claimed: ClaimedRun | null = null;
    try {
      const started = await store.startHere(run);
      claimed = started.claimed;
      return { executionId: started.executionId, conflict: started.conflict };
    } finally {
      // Whoever waits to hear that it was accepted goes first. Where that failed it may be there all the same, with the
      // answer lost: then the next heartbeats find it.
      setImmediate(() => {
        count(-1);
        if (claimed) driveOn(claimed, hold);
        else hold.letGo();
      });
    }
  }

  async function start(run: NewRun): Promise<Started> {
    if (!mayStartHere(run.workspaceId)) {
      const started = await store.start(run);
      queue.added(run.workspaceId);
      return started;
    }
    const hold = keep(run.workspaceId, run.id);
    hold.place.tryTake();
    return startHere(run, hold);
  }

  const lease = await holdLease({
    ...options,
    workerId,
    poolId: () => workerId,
    drivers,
    inHand,
    concurrency: inFlight,
  });
  const queue = watchQueue({
    ...{ db, listener, log, poolId: workerId, room },
    work: async (task, key) => {
      if (task === 'run') return takeUp(key);
      await (task === 'settle_call' ? settleCall(db, key) : cancelCalls(db, key));
      return true;
    },
  });
  const stopListening = listener.on('execution_stopped', (executionId) => {
    if (executionId) drivers.get(executionId)?.abandon();
  });
  const stopSignals = listener.on('execution_signalled', (executionId) => {
    // With null the connection was away: any run may have been told something.
    if (executionId) drivers.get(executionId)?.signalled();
    else for (const driver of drivers.values()) driver.signalled();
  });

  return {
    id: workerId,
    alive: () => queue.alive() && lease.alive(),
    runs: { start },
    inHand: () => places.taken,
    async stop() {
      stopping.abort();
      const patience = setTimeout(() => {
        for (const driver of drivers.values()) driver.handBack();
      }, stopMs.grace);
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
