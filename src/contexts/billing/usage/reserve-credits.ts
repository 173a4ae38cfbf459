import type pg from 'pg';
import type { Database, Sql } from '../../../platform/database/database.js';
import { groupCommit } from '../../../platform/database/group-commit.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import { reserveCreditsSql, settleOperationsSql } from './reserve-credits.sql.js';
import type { OperationEnd, OperationKey } from './usage-operation.js';

/** Credits that an act may take, at most. */
export interface Reservation extends OperationKey {
  flowId: string | null;
  /** More than 0. */
  micros: bigint;
}

/** What became of it: `poor` where the wallet has not enough, `spent` where the flow's budget of the day has not. */
export type Reserved = 'granted' | 'insufficientFunds' | 'overBudget';

export interface CreditReserve {
  /**
   * Holds credits for an act before it is done. Known reservations are granted again, so that an act that is done again
   * after a crash is paid once. @param budget micro-credits that the flow may spend in a day
   */
  reserve(reservation: Reservation, budget: bigint | null): Promise<Reserved>;
  /** Writes how acts outside runs ended. Those of runs end with their steps. */
  settle(end: SettledOperation): Promise<void>;
}

export interface SettledOperation extends OperationKey, OperationEnd {
  flowId: string | null;
}

/** Reservations of all runs in this process share statements and commits: a wallet takes thousands a second. */
export function createCreditReserve(db: Database): CreditReserve {
  const together = groupCommit((rows: Reservation[]) => reserveAll(db.pool, rows), { maxItems: 500 });
  const settle = groupCommit((ends: SettledOperation[]) => settleAll(db.pool, ends), { maxItems: 500 });

  async function reserve(reservation: Reservation): Promise<Reserved> {
    for (;;) {
      const { granted, covered } = await together(reservation);
      if (granted) return 'granted';
      // Refused only beside others: the first of each batch is always decided.
      if (!covered) return 'insufficientFunds';
    }
  }

  return {
    reserve: (one, budget) => (budget === null ? reserve(one) : reserveWithin(db, one, budget)),
    settle,
  };
}

interface Decided {
  granted: boolean;
  covered: boolean;
}

async function reserveAll(sql: Sql, rows: Reservation[]): Promise<Decided[]> {
  const { rows: decided } = await sql.query<Decided & { n: number }>({
    name: 'reserve_credits',
    text: reserveCreditsSql,
    values: [JSON.stringify(rows.map((row, n) => ({ ...row, n, micros: String(row.micros) })))],
  });
  const byNumber = new Map(decided.map((one) => [one.n, one]));
  // A workspace that is gone has no wallet.
  return rows.map((_, n) => byNumber.get(n) ?? { granted: false, covered: false });
}

async function settleAll(sql: Sql, ends: SettledOperation[]): Promise<undefined[]> {
  const rows = ends.map(({ workspaceId, executionId, operation, flowId, event }) => ({
    ...{ workspaceId, executionId, operation, flowId, event: eventRow(event) },
  }));
  await sql.query({ name: 'settle_acts', text: settleOperationsSql, values: [storableJson(rows)] });
  return ends.map(() => undefined);
}

/** An act's event as statements take it: JSON has no bigint. */
export function eventRow(event: OperationEnd['event']) {
  return event && { ...event, micros: String(event.micros) };
}

/** What a flow with a budget has spent and reserved is summed up behind the lock of the wallet, so it is never passed. */
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
