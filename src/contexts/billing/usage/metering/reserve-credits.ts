import type pg from 'pg';
import type { Database, Sql } from '../../../../platform/database/database.js';
import { groupCommit } from '../../../../platform/database/group-commit.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { reserveCreditsSql, settleOperationsSql, sweepReservationsSql } from './reserve-credits.sql.js';
import type { OperationEnd, OperationKey } from './usage-operation.js';

/** The credits that an operation can cost at most. */
export interface Reservation extends OperationKey {
  flowId: string | null;
  /** More than 0. */
  micros: bigint;
}

/** The result: `insufficientFunds` if the wallet, `overBudget` if the flow's daily budget does not cover it. */
export type Reserved = 'granted' | 'insufficientFunds' | 'overBudget';

export interface CreditReserve {
  /**
   * Reserves credits for an operation before it is performed. Existing reservations are granted again, so that an
   * operation that is repeated after a crash is charged once. @param budget micro-credits that the flow can spend in a day
   */
  reserve(reservation: Reservation, budget: bigint | null): Promise<Reserved>;
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

  async function reserve(reservation: Reservation): Promise<Reserved> {
    for (;;) {
      const { granted, covered } = await together(reservation);
      if (granted) return 'granted';
      // Otherwise refused only because of others in the batch; the first of each batch is always decided.
      if (!covered) return 'insufficientFunds';
    }
  }

  return {
    reserve: (one, budget) => (budget === null ? reserve(one) : reserveWithin(db, one, budget)),
    settle,
  };
}

interface Decision {
  granted: boolean;
  covered: boolean;
}

async function reserveAll(sql: Sql, rows: Reservation[]): Promise<Decision[]> {
  const { rows: decided } = await sql.query<Decision & { n: number }>({
    name: 'reserve_credits',
    text: reserveCreditsSql,
    values: [JSON.stringify(rows.map((row, n) => ({ ...row, n, micros: String(row.micros) })))],
  });
  const byNumber = new Map(decided.map((one) => [one.n, one]));
  // A deleted workspace has no wallet.
  return rows.map((_, n) => byNumber.get(n) ?? { granted: false, covered: false });
}

async function settleAll(sql: Sql, ends: SettledOperation[]): Promise<undefined[]> {
  const rows = ends.map(({ workspaceId, executionId, operation, flowId, event }) => ({
    ...{ workspaceId, executionId, operation, flowId, event: eventRow(event) },
  }));
  await sql.query({ name: 'settle_operations', text: settleOperationsSql, values: [storableJson(rows)] });
  return ends.map(() => undefined);
}

/** An event as a parameter of statements: JSON has no bigint. */
export function eventRow(event: OperationEnd['event']) {
  return event && { ...event, micros: String(event.micros) };
}

/** Sums what the flow has spent and reserved while the wallet is locked, so that the budget is never exceeded. */
function reserveWithin(db: Database, reservation: Reservation, budget: bigint): Promise<Reserved> {
  return db.transaction(async (sql: pg.PoolClient) => {
    const { workspaceId, flowId } = reservation;
    await sql.query(
      '/* lock_wallet */ select from wallets where account_id = (select account_id from workspaces where id = $1) for no key update',
      [workspaceId],
    );
    const { rows } = await sql.query<{ micros: string }>(
      `/* sum_flow_spending */ select (
         coalesce((select s.credits_micros from flow_spending s join workspaces w on w.id = s.workspace_id
           where s.workspace_id = $1 and s.flow_id = $2 and s.day = (now() at time zone w.timezone)::date), 0)
         + coalesce((select sum(amount_micros) from credit_reservations
           where workspace_id = $1 and flow_id = $2 and (execution_id, operation) is distinct from ($3::uuid, $4::text)), 0))::bigint::text as micros`,
      [workspaceId, flowId, reservation.executionId, reservation.operation],
    );
    if (BigInt(rows[0]?.micros ?? 0) + reservation.micros > budget) return 'overBudget';
    const [decided] = await reserveAll(sql, [reservation]);
    return decided?.granted ? 'granted' : 'insufficientFunds';
  });
}

/** Seconds after which a reservation is released: of an ended execution, and of an operation outside executions. */
const graceSeconds = { ended: 10, alone: 900 };

/** Releases reservations of ended executions and of processes that died, which will never be settled. */
export async function sweepReservations({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(sweepReservationsSql, [graceSeconds.ended, graceSeconds.alone]);
}
