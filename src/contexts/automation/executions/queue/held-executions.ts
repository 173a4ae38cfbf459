import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { grantAllSlotsSql } from '../store/concurrency-slots.sql.js';
import { executionClaims } from '../store/execution-claim.entity.js';
import { lostExecutionsSql, reapExecutionsSql, releaseExecutionsSql } from '../store/held-executions.sql.js';

interface Claim {
  id: string;
  fence: number;
}

/** The driver of a claimed execution, as far as it can be stopped. */
interface HeldDriver {
  readonly run: Claim;
  abandon(): void;
}

/** What a worker holds: compared with the database once a second, so that a lost notification or response does no harm. */
export class HeldExecutions {
  #unknown: Claim[] = [];

  constructor(
    readonly sql: Sql,
    readonly workerId: string,
    readonly drivers: ReadonlyMap<string, HeldDriver>,
    /** Executions that this process is claiming, driving or releasing. */
    readonly drivenHere: ReadonlyMap<string, unknown>,
  ) {}

  /** Stops what is lost, releases what it does not know of, and grants concurrency slots that are free. */
  async maintain(): Promise<void> {
    await this.#abandonLost();
    await this.#releaseUnknown();
    await this.sql.query({ name: 'grant_all_slots', text: grantAllSlotsSql });
  }

  /**
   * Releases executions of workers without a lease, and those of `leaving`, a worker that stops.
   * @returns how many were released
   */
  async release(leaving: string | null): Promise<number> {
    const statement = { name: 'reap_executions', text: reapExecutionsSql, values: [leaving] };
    return (await this.sql.query(statement)).rowCount ?? 0;
  }

  /**
   * Stops the drivers of lost executions, by their fences: while the answer is on its way, an execution may have been released
   * and claimed again here, and its new driver has not lost it.
   */
  async #abandonLost(): Promise<void> {
    if (this.drivers.size === 0) return;
    const held = [...this.drivers.values()].map((driver) => driver.run);
    const { rows } = await this.sql.query<Claim>({
      name: 'lost_executions',
      text: lostExecutionsSql,
      values: [this.workerId, held.map((run) => run.id), held.map((run) => run.fence)],
    });
    for (const { id, fence } of rows) {
      const driver = this.drivers.get(id);
      if (driver?.run.fence === fence) driver.abandon();
    }
  }

  /**
   * Executions that belong to this worker in the database but that it does not drive: a response was lost with its
   * connection. They are released if they are found at two consecutive heartbeats, because at one of them a claim may be
   * in progress.
   */
  async #releaseUnknown(): Promise<void> {
    const rows: Claim[] = await typed(this.sql, 'claimed_by_worker', executionClaims)
      .selectFrom('execution_claims')
      .select(['executionId as id', 'fence'])
      .where('workerId', '=', this.workerId)
      .execute();
    const unknown = rows.filter(({ id }) => !this.drivenHere.has(id));
    const again = unknown.filter(({ id, fence }) => this.#unknown.some((one) => one.id === id && one.fence === fence));
    this.#unknown = unknown;
    if (again.length === 0) return;
    const values = [this.workerId, again.map(({ id }) => id), again.map(({ fence }) => fence)];
    await this.sql.query({ name: 'release_executions', text: releaseExecutionsSql, values });
  }
}
