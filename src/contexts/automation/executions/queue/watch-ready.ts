import type { Logger } from 'pino';
import type { Database } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { claimReadySql, queueDueSql } from '../store/claim-executions.sql.js';
import type { ClaimedExecution } from '../store/execution-record.js';
import { claims as claimed } from '../store/execution-store.js';

/** How many executions a process could claim without letting any of them wait. */
export interface Room {
  runs: number;
  /** By workspace, for those that hold or wait for slots, or have limits of their own. */
  of: ReadonlyMap<string, number>;
  /** For any other workspace. */
  others: number;
}

export interface ReadyOptions {
  db: Pick<Database, 'pool' | 'hotPool' | 'clock'>;
  listener: Listener;
  log: Logger;
  /** The worker that claims. Its lease must exist before. */
  workerId: string;
  room: () => Room;
  /** Drives a claimed execution; takes its slots at once. */
  drive: (run: ClaimedExecution) => void;
}

/** One process's claims of executions that are ready. */
export interface ReadyQueue {
  /** False after a failed read, until one succeeds. */
  alive(): boolean;
  /** True if executions of the workspace wait in the queue, as far as this process knows. */
  isBehind(workspaceId: string): boolean;
  /** To be called when this process has queued an execution of the workspace. */
  added(workspaceId: string): void;
  /** To be called when slots become free. */
  roomier(): void;
  /** To be called when this process has released an execution that waits for a time. */
  dueAt(time: Date): void;
  /** Claims nothing more. */
  stop(): Promise<void>;
}

interface ClaimRow {
  run: ClaimedExecution | null;
  behind: string[] | null;
  last: string | null;
  picked: number;
  taken: number;
  dueInMs: number | null;
}

const pollMs = 1_000;
/** Milliseconds until the next look if another transaction had locked what was picked. */
const contendedMs = 20;
/** Waiting executions that one statement queues when they are due. */
const dueAtOnce = 500;

/**
 * Claims executions that are ready: no more than there are free slots for, so that those which have to wait stay available
 * to other processes, and of each workspace in turn.
 */
export function watchReady(options: ReadyOptions): ReadyQueue {
  const { db, listener, log } = options;
  const claims = new ReadyClaims(options);
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let alive = true;
  let timer: NodeJS.Timeout | undefined;
  /** When the next look begins, unless it is woken before, in the milliseconds of `performance.now()`. */
  let wakesAt = 0;

  async function lookOn(): Promise<void> {
    let nextMs = 0;
    while (!stopped && (again || nextMs === 0)) {
      again = false;
      try {
        nextMs = await claims.look();
        alive = true;
      } catch (error) {
        if (alive) log.warn({ err: error }, 'claiming executions failed; retrying');
        alive = false;
        again = false;
        nextMs = pollMs;
      }
    }
    looking = null;
    if (!stopped) sleep(nextMs);
  }

  function sleep(ms: number): void {
    clearTimeout(timer);
    wakesAt = performance.now() + ms;
    timer = setTimeout(wake, ms);
  }

  function wake(): void {
    clearTimeout(timer);
    again = true;
    if (!stopped) looking ??= lookOn();
  }

  const stopListening = listener.on('executions_ready', wake);
  wake();
  return {
    alive: () => alive,
    isBehind: (workspaceId) => claims.behind.has(workspaceId),
    added(workspaceId) {
      claims.behind.add(workspaceId);
      wake();
    },
    roomier() {
      if (claims.canLeave) wake();
    },
    dueAt(time) {
      // Never later than planned: however many waits begin, the earlier ones end in time.
      const ms = Math.max(0, time.getTime() - db.clock.now().getTime());
      if (performance.now() + ms < wakesAt && !looking && !stopped) sleep(ms);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      stopListening();
      await looking;
    },
  };
}

class ReadyClaims {
  /** Workspaces whose executions were left by the last look. */
  behind = new Set<string>();
  /** Whether there may be ready executions that were not claimed. */
  canLeave = true;
  #last = '00000000-0000-0000-0000-000000000000';

  constructor(readonly options: ReadyOptions) {}

  /** @returns milliseconds until the next look, unless it is woken before */
  async look(): Promise<number> {
    const room = this.options.room();
    if (room.runs === 0) {
      this.canLeave = true;
      return pollMs;
    }
    const rows = await this.#claim(room);
    const { behind, last, picked, taken, dueInMs } = rows.at(-1) as ClaimRow;
    this.behind = new Set(behind);
    this.canLeave = this.behind.size > 0;
    this.#last = last ?? this.#last;
    if (rows.length > 1) claimed.inc({ kind: 'queue' }, rows.length - 1);
    for (const { run } of rows) if (run) this.options.drive(run);
    if (dueInMs !== null && dueInMs <= 0) {
      await this.options.db.pool.query({ name: 'queue_due', text: queueDueSql, values: [dueAtOnce] });
      return 0;
    }
    // Those that were put in line make way, too.
    if (this.canLeave && taken > 0) return 0;
    return Math.min(picked > taken ? contendedMs : pollMs, Math.ceil(dueInMs ?? pollMs));
  }

  async #claim({ runs, of, others }: Room): Promise<ClaimRow[]> {
    const { db, workerId } = this.options;
    const values = [workerId, runs, [...of.keys()], [...of.values()], others, this.#last];
    return (await db.hotPool.query<ClaimRow>({ name: 'claim_ready', text: claimReadySql, values })).rows;
  }
}
