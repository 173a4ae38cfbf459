import type pg from 'pg';
import type { BillableOperationKind } from '../../../platform/billable-operation.js';
import type { Listener } from '../../../platform/database/listener.js';
import { meterOf } from '../../../platform/meters.js';
import { allRatesSql } from './all-rates.sql.js';

/** What a unit of an act costs an account now. */
export interface Rate {
  unit: string;
  microsPerUnit: bigint;
}

export interface RateBook {
  /** The rate that counts: the account's own before the base, one for the country before one for all. */
  rateOf(workspaceId: string, kind: BillableOperationKind): Promise<Rate>;
}

interface RateRow {
  accountId: string | null;
  eventType: string;
  app: string;
  country: string | null;
  unit: string;
  micros: string;
  /** Milliseconds. */
  from: number;
}

/** Milliseconds for which rates are kept; a change that is notified is seen at once. */
const keptMs = 30_000;
const workspacesCached = 10_000;

const ratesText = `/* read_credit_rates */ select account_id as "accountId", event_type as "eventType", app, country, unit,
  micros::text, (extract(epoch from effective_from) * 1000)::float8 as "from"
  from ${allRatesSql} rates order by effective_from desc`;

/** Keeps the rates, which are few, in memory. @param now the clock that says which of them have begun */
export function createRateBook(pool: pg.Pool, listener: Listener, now: () => Date): RateBook {
  const accounts = new Map<string, string>();
  let rates: { at: number; rows: Promise<RateRow[]> } | null = null;
  let listening = false;

  function read(): Promise<RateRow[]> {
    // At the first use: a process that meters nothing keeps no connection for this.
    if (!listening) listener.on('credit_rates', forget);
    listening = true;
    if (rates && performance.now() - rates.at < keptMs) return rates.rows;
    const rows = pool.query<RateRow>(ratesText).then((result) => result.rows);
    rows.catch(forget);
    rates = { at: performance.now(), rows };
    return rows;
  }

  function forget(): void {
    rates = null;
  }

  async function accountOf(workspaceId: string): Promise<string | null> {
    const known = accounts.get(workspaceId);
    if (known) return known;
    const { rows } = await pool.query<{ account_id: string }>(
      '/* find_paying_account */ select account_id from workspaces where id = $1',
      [workspaceId],
    );
    const account = rows[0]?.account_id;
    if (accounts.size >= workspacesCached) accounts.clear();
    if (account) accounts.set(workspaceId, account);
    return account ?? null;
  }

  return {
    async rateOf(workspaceId, kind) {
      const [rows, account] = await Promise.all([read(), accountOf(workspaceId)]);
      const rate = chooseRate(rows, kind, account, now());
      if (!rate) throw new Error(`No rate of ${kind.eventType} has begun. Set the clock of this machine right.`);
      return { unit: rate.unit, microsPerUnit: BigInt(rate.micros) };
    },
  };
}

/** @param rows the latest first */
function chooseRate(
  rows: RateRow[],
  kind: BillableOperationKind,
  account: string | null,
  now: Date,
): RateRow | undefined {
  const meter = meterOf(kind.eventType);
  const fits = rows.filter(
    ({ eventType, app, from }) => eventType === kind.eventType && app === meter.app && from <= now.getTime(),
  );
  for (const owner of [account, null]) {
    for (const country of [kind.country, null]) {
      const rate = fits.find((row) => row.accountId === owner && row.country === country);
      if (rate) return rate;
    }
  }
  return undefined;
}
