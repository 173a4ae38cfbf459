import type { Database, Sql } from '../../../../platform/database/database.js';
import { groupCommit } from '../../../../platform/database/group-commit.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import type { Budget } from '../budgets/budget.js';
import { reserveCreditsSql, settleOperationsSql, sweepReservationsSql } from './reserve-credits.sql.js';
import type { OperationEnd, OperationKey } from './usage-operation.js';

/** The credits that an operation can cost at most. */
export interface Reservation extends OperationKey {
  flowId: string | null;
  /** More than 0. */
  micros: bigint;
  /** Whether the operation was performed: budgets do not refuse its charge then. */
  owed?: boolean;
}

/** The result: refused if the wallet, or a budget of the workspace or the flow, does not cover it. */
export type Reserved = { kind: 'granted' } | { kind: 'insufficientFunds' } | { kind: 'overBudget'; budget: Budget };

export interface CreditReserve {
  /**
   * Reserves credits for an operation before it is performed: the one place that checks the wallet and all budgets.
   * Existing reservations are granted again, so that an operation that is repeated after a crash is charged once.
   */
  reserve(reservation: Reservation): Promise<Reserved>;
  /** Settles an operation outside executions. Those of executions are settled with their steps. */
  settle(end: SettledOperation): Promise<void>;
}

export interface SettledOperation extends OperationKey, OperationEnd {
  flowId: string | null;
}

/** Concurrent reservations of this process share statements and commits: thousands a second for one wallet. */
export function createCreditReserve(db: Database): CreditReserve {
  const together = groupCommit((rows: Reservation[]) => reserveAll(db.pool, rows), { maxItems: 500 });
  const settle = groupCommit((ends: SettledOperation[]) => settleAll(db.pool, ends), { maxItems: 500 });

  return {
    async reserve(reservation) {
      for (;;) {
        const { granted, covered, exceeded } = await together(reservation);
        if (granted) return { kind: 'granted' };
        if (exceeded) return { kind: 'overBudget', budget: { ...exceeded, limit: BigInt(exceeded.limit) } };
        // Otherwise refused only because of others in the batch; the first of each batch is always decided.
        if (!covered) return { kind: 'insufficientFunds' };
      }
    },
    settle,
  };
}

interface Decision {
  granted: boolean;
  covered: boolean;
  exceeded: (Omit<Budget, 'limit'> & { limit: string }) | null;
}

async function reserveAll(sql: Sql, rows: Reservation[]): Promise<Decision[]> {
  const { rows: decided } = await sql.query<Decision & { n: number }>({
    name: 'reserve_credits',
    text: reserveCreditsSql,
    values: [JSON.stringify(rows.map((row, n) => ({ ...row, n, micros: String(row.micros) })))],
  });
  const byNumber = new Map(decided.map((one) => [one.n, one]));
  // A deleted workspace has no wallet.
  return rows.map((_, n) => byNumber.get(n) ?? { granted: false, covered: false, exceeded: null });
}

async function settleAll(sql: Sql, ends: SettledOperation[]): Promise<undefined[]> {
  const rows = ends.map(({ workspaceId, executionId, operation, flowId, event }) => ({
    workspaceId,
    executionId,
    operation,
    flowId,
    event: eventRow(event),
  }));
  await sql.query({ name: 'settle_operations', text: settleOperationsSql, values: [storableJson(rows)] });
  return ends.map(() => undefined);
}

/** An event as a parameter of statements: JSON has no bigint. */
export function eventRow(event: OperationEnd['event']) {
  return event && { ...event, micros: String(event.micros) };
}

/** Seconds after which a reservation is released: of an ended execution, and of an operation outside executions. */
const graceSeconds = { ended: 10, alone: 900 };

/** Releases reservations of ended executions and of processes that died, which will never be settled. */
export async function sweepReservations({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(sweepReservationsSql, [graceSeconds.ended, graceSeconds.alone]);
}
