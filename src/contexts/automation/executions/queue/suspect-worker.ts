import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { countryOfWorkspace } from '../../../../platform/phone-number.js';
import { acquireLease } from '../../../../platform/work/acquire-lease.js';
import { startCall } from '../run/calls.js';
import type { DriveDeps } from '../run/drive-deps.js';
import { claimSuspectSql } from '../store/claim-executions.sql.js';
import { eventsChannel } from '../store/event-rows.sql.js';
import type { ClaimedExecution } from '../store/execution-record.js';
import { claims, createExecutionStore } from '../store/execution-store.js';
import { publishTimedOut } from './attempts-timed-out.js';
import type { ExecutionWorkerOptions } from './execution-worker.js';
import { ExecutionsInFlight } from './executions-in-flight.js';
import { HeldExecutions } from './held-executions.js';
import { listenForDrivers } from './listen-for-drivers.js';
import { silenceSeconds } from './watch-suspects.js';

export interface SuspectWorkerOptions
  extends Omit<
    ExecutionWorkerOptions,
    'concurrency' | 'inFlight' | 'shutdownGraceSeconds' | 'suspects' | 'watchFailures'
  > {
  /** Called when an execution begins to be driven, and with null when it is released. */
  onDriving: (executionId: string | null) => void;
}

/** Drives suspects, one at a time, in a process in which nothing else runs. */
export interface SuspectWorker {
  id: string;
  /** Resolves when there has been no suspect for a while, or it was stopped. */
  run(): Promise<void>;
  /** Releases the execution that it drives. */
  stop(): void;
}

/** Milliseconds between two looks for a suspect, and looks without one after which the process ends. */
const idle = { everyMs: 500, looks: 10 };
/**
 * A blocked event loop renews no lease. The process is killed first, so that its execution is still its own and can be
 * convicted: released before, it would block one process after the other.
 */
const shortestLeaseSeconds = silenceSeconds + 10;

export function createSuspectWorker(options: SuspectWorkerOptions): SuspectWorker {
  const { db, files, log, listener, notifier, onDriving } = options;
  const workerId = uuidv7();
  const store = createExecutionStore({ pool: db.pool, hotPool: db.hotPool, files }, workerId, {
    onEvents: () => notifier.notify(eventsChannel),
  });
  const callFlow: DriveDeps['callFlow'] = (caller, request) => startCall(options, caller, request);
  const endAttempts: DriveDeps['endAttempts'] = (run, steps) => publishTimedOut(options, run, steps);
  const countryOf: DriveDeps['countryOf'] = (workspaceId) => countryOfWorkspace(db.pool, workspaceId);
  const stopping = new AbortController();
  const drivenHere = new ExecutionsInFlight({
    concurrency: 1,
    inFlight: 1,
    stopping: stopping.signal,
    onRoom: () => undefined,
    deps: { ...options, store, countryOf, callFlow, endAttempts },
    limits: options.limits,
    quota: { sql: db.pool, log, workerId },
  });

  async function driveNext(): Promise<boolean> {
    const claim = { name: 'claim_suspect', text: claimSuspectSql, values: [workerId] };
    const { rows } = await db.pool.query<{ run: ClaimedExecution }>(claim);
    const run = rows[0]?.run;
    if (!run) return false;
    claims.inc({ kind: 'suspect' });
    onDriving(run.id);
    await drivenHere.takeOver(run);
    await drivenHere.empty();
    onDriving(null);
    return true;
  }

  async function driveAll(): Promise<void> {
    for (let looks = 0; looks < idle.looks && !stopping.signal.aborted; looks++) {
      const found = await driveNext().catch((error: Error) => {
        log.warn({ err: error }, 'claiming a suspect failed; retrying');
        return false;
      });
      if (found) looks = 0;
      else await delay(idle.everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    id: workerId,
    async run() {
      const held = new HeldExecutions(db.pool, workerId, drivenHere.drivers, drivenHere.runs);
      const lease = await acquireLease({
        db,
        log,
        workerId,
        leaseSeconds: Math.max(options.leaseSeconds ?? 0, shortestLeaseSeconds),
        release: (leaving) => held.release(leaving),
        maintain: () => held.maintain(),
      });
      const unlisten = listenForDrivers(listener, drivenHere.drivers);
      await driveAll();
      unlisten();
      await lease.end();
    },
    stop() {
      stopping.abort();
      drivenHere.requeue();
    },
  };
}
