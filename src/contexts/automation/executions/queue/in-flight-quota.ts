import type { Logger } from 'pino';
import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { workerLeases } from '../../../../platform/work/worker.entity.js';
import type { QuotaLimits } from '../../../accounts/quotas/index.js';

export interface InFlightQuotaOptions {
  sql: Sql;
  log: Logger;
  limits: Pick<QuotaLimits, 'limit'>;
  workerId: string;
  /** How many executions of a workspace this process drives. */
  held(workspaceId: string): number;
}

/** The number of live workers, and the place of this one among them. */
interface Look {
  workers: number;
  place: number;
}

const lookMs = 1_000;

/**
 * The quota of executions in flight, divided among the live workers: each keeps its part by itself, so a claim counts
 * nothing in the database. What one worker has no room for, the others take from the queue. While a worker joins, the
 * workspace can exceed its quota until the others have noticed, within a second, and executions have left.
 */
export class InFlightQuota {
  #look: Look = { workers: 1, place: 0 };
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(readonly options: InFlightQuotaOptions) {}

  /** How many more executions of a workspace this process may drive. */
  room(workspaceId: string): number {
    const { limits, held } = this.options;
    const { workers, place } = this.#look;
    const limit = limits.limit(workspaceId, 'executionsInFlight');
    const part = Math.floor(limit / workers) + (place < limit % workers ? 1 : 0);
    return Math.max(0, part - held(workspaceId));
  }

  /** Looks at the workers now. Never throws. */
  refresh(): Promise<void> {
    const { sql, log, workerId } = this.options;
    const look = async () => {
      const workers = await typed(sql, 'look_at_workers', workerLeases)
        .selectFrom('workers')
        .select('id')
        .where(({ eb, fn, or }) => or([eb('leaseUntil', '>', fn<Date>('now')), eb('id', '=', workerId)]))
        .execute();
      if (workers.length > 0)
        this.#look = { workers: workers.length, place: workers.filter(({ id }) => id < workerId).length };
    };
    this.#looking = this.#looking
      .then(look)
      .catch((error: Error) => log.warn({ err: error }, 'reading the workers failed; retrying'));
    return this.#looking;
  }

  /** Looks once a second. */
  start(): void {
    this.#timer = setInterval(() => void this.refresh(), lookMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}
