import type { Logger } from 'pino';
import type { Database } from '../../../../platform/database/database.js';
import { groupCommit } from '../../../../platform/database/group-commit.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { retryWhileUnavailable } from '../../../../platform/database/retry-while-unavailable.js';
import type { ExecutionKey } from '../checkpoint/execution-store.js';
import { claimFairJobsSql, claimFirstJobsSql } from './claim-jobs.sql.js';
import { finishJobsSql, putOffJobSql } from './finish-jobs.sql.js';

export type JobTask = 'run' | 'settle_call' | 'cancel_calls';

/** How many executions a process could take without letting any of them wait. */
export interface Room {
  runs: number;
  /** By workspace, for those that hold or wait for slots. */
  of: ReadonlyMap<string, number>;
  /** For any other workspace. */
  others: number;
}

export interface QueueOptions {
  db: Database;
  listener: Listener;
  log: Logger;
  /** The name under which jobs are locked. Its lease must exist before. */
  poolId: string;
  room: () => Room;
  /** Does a job. Acquires its slots before its first await. False leaves the job to other workers. */
  work: (task: JobTask, key: ExecutionKey) => Promise<boolean>;
}

/** One process's consumer of the queue. */
export interface Queue {
  /** False after a failed read, until one succeeds. */
  alive(): boolean;
  /** True if executions of the workspace wait in the queue, as far as this process knows. */
  isBehind(workspaceId: string): boolean;
  /** To be called when this process has queued an execution of the workspace. */
  added(workspaceId: string): void;
  /** To be called when slots become free. */
  roomier(): void;
  /** Takes no more jobs. */
  stop(): Promise<void>;
}

interface TakenJob {
  id: string;
  task: JobTask;
  key: ExecutionKey;
}

interface Look {
  seen: number;
  jobs: TakenJob[] | null;
  behind: string[] | null;
}

const pollMs = 1_000;
/** Jobs of calls between flows that are done concurrently: each takes a few statements. */
const othersAtOnce = 5;
/** Due jobs that a look past the head of the queue reads, and how often it is made: it takes some milliseconds. */
const fairLook = { jobs: 2_000, everyMs: 200 };

/**
 * Takes jobs from the queue: no more than there are free slots for, so that jobs which have to wait stay available to
 * other processes; and past the jobs of workspaces that have no free slots here, so that they do not block others.
 */
export function watchQueue(options: QueueOptions): Queue {
  const { listener, log } = options;
  const taker = new JobTaker(options, roomier);
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let alive = true;
  let timer: NodeJS.Timeout | undefined;

  async function lookOn(): Promise<void> {
    let nextMs = 0;
    while (!stopped && (again || nextMs === 0)) {
      again = false;
      try {
        nextMs = await taker.look();
        alive = true;
      } catch (error) {
        if (alive) log.warn({ err: error }, 'reading the queue failed; retrying');
        alive = false;
        again = false;
        nextMs = pollMs;
      }
    }
    looking = null;
    if (!stopped) timer = setTimeout(wake, nextMs);
  }

  function wake(): void {
    clearTimeout(timer);
    again = true;
    if (!stopped) looking ??= lookOn();
  }

  function roomier(): void {
    if (taker.canLeave) wake();
  }

  const stopListening = listener.on('jobs:insert', wake);
  wake();
  return {
    alive: () => alive,
    isBehind: (workspaceId) => taker.behind.has(workspaceId),
    added(workspaceId) {
      taker.behind.add(workspaceId);
      wake();
    },
    roomier,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      stopListening();
      await looking;
    },
  };
}

/** Reads the queue and does the jobs that it takes. */
class JobTaker {
  /** Workspaces whose jobs were left by the last look. */
  behind = new Set<string>();
  /** Whether there may be due jobs that were not taken. */
  canLeave = true;
  #others = 0;
  #fairAt = Number.NEGATIVE_INFINITY;
  readonly #finish: (id: string) => Promise<void>;

  constructor(
    readonly options: QueueOptions,
    readonly onDone: () => void,
  ) {
    const { db, poolId } = options;
    const finish = { name: 'finish_jobs', text: finishJobsSql };
    this.#finish = groupCommit(async (ids: string[]) => {
      await db.pool.query({ ...finish, values: [ids, poolId] });
      return ids.map(() => undefined);
    });
  }

  /** @returns milliseconds until the next look, unless it is woken before */
  async look(): Promise<number> {
    const room = this.options.room();
    const others = othersAtOnce - this.#others;
    if (room.runs === 0 && others === 0) {
      this.canLeave = true;
      return pollMs;
    }
    const isFair = this.canLeave && performance.now() - this.#fairAt >= fairLook.everyMs;
    const most = isFair ? fairLook.jobs : room.runs + others;
    const { seen, jobs, behind } = await this.#take(isFair, most, others, room);
    if (isFair) this.#fairAt = performance.now();
    // Workspaces beyond the jobs that were read keep their state.
    this.behind = new Set([...(behind ?? []), ...(seen < most ? [] : this.behind)]);
    this.canLeave = seen === most || this.behind.size > 0;
    for (const job of jobs ?? []) void this.#do(job);
    if (!this.canLeave) return pollMs;
    return jobs ? 0 : Math.max(0, this.#fairAt + fairLook.everyMs - performance.now());
  }

  async #take(isFair: boolean, most: number, others: number, { runs, of, others: ofOthers }: Room): Promise<Look> {
    const { db, poolId } = this.options;
    const { rows } = await db.pool.query<Look>({
      ...(isFair ? takeFair : takeFirst),
      values: [poolId, most, runs, others, [...of.keys()], [...of.values()], ofOthers],
    });
    return rows[0] as Look;
  }

  async #do({ id, task, key }: TakenJob): Promise<void> {
    const isRun = task === 'run';
    if (!isRun) this.#others++;
    try {
      if (await this.options.work(task, key))
        await retryWhileUnavailable(
          () => this.#finish(id),
          () => false,
        );
    } catch (error) {
      await this.#putOff(id, task, error as Error);
    }
    if (isRun) return;
    this.#others--;
    this.onDone();
  }

  /** A failed job whose row cannot be written is found by the next sweep. */
  async #putOff(id: string, task: JobTask, error: Error): Promise<void> {
    const { db, log, poolId } = this.options;
    log.error({ err: error, task }, 'job failed; it will be retried');
    await db.pool.query(putOffJobSql, [id, poolId, error.message]).catch(() => undefined);
  }
}

const takeFirst = { name: 'take_first_jobs', text: claimFirstJobsSql };
const takeFair = { name: 'take_fair_jobs', text: claimFairJobsSql };
