import type pg from 'pg';
import type { Listener } from '../../../../platform/database/listener.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import type { BillableOperationKind } from '../../../../platform/metering/billable-operation.js';
import { meterOf } from '../../../../platform/metering/meters.js';
import type { Workspace } from '../../../accounts/workspaces/index.js';
import { readRates, type StoredRate } from './read-rates.js';

/** The current price of a unit of an operation for an account. */
export interface Rate {
  unit: string;
  microsPerUnit: bigint;
}

export interface RateBook {
  /** The rate that applies: the account's own before the base rate, one for the country before one for all. */
  rateOf(workspaceId: string, kind: BillableOperationKind): Promise<Rate>;
}

/** Milliseconds for which rates are cached; a notification of a change clears the cache. */
const cacheMs = 30_000;
const maxCachedWorkspaces = 10_000;

/** Creates a rate book that caches all rates in memory. @param now the clock that decides which rates have begun */
export function createRateBook(pool: pg.Pool, listener: Listener, now: () => Date): RateBook {
  const accounts = new Map<string, string>();
  let rates: { at: number; rows: Promise<StoredRate[]> } | null = null;
  let listening = false;

  function read(): Promise<StoredRate[]> {
    // On first use: a process that meters nothing needs no connection for this.
    if (!listening) listener.on('credit_rates', clear);
    listening = true;
    if (rates && performance.now() - rates.at < cacheMs) return rates.rows;
    const rows = readRates(pool, 'read_credit_rates', null);
    rows.catch(clear);
    rates = { at: performance.now(), rows };
    return rows;
  }

  function clear(): void {
    rates = null;
  }

  async function accountOf(workspaceId: string): Promise<string | null> {
    const cached = accounts.get(workspaceId);
    if (cached) return cached;
    const workspace = await typed(pool, 'find_paying_account', tableOf<Workspace>()('workspaces'))
      .selectFrom('workspaces')
      .select('accountId')
      .where('id', '=', workspaceId)
      .executeTakeFirst();
    const account = workspace?.accountId;
    if (accounts.size >= maxCachedWorkspaces) accounts.clear();
    if (account) accounts.set(workspaceId, account);
    return account ?? null;
  }

  return {
    async rateOf(workspaceId, kind) {
      const [rows, account] = await Promise.all([read(), accountOf(workspaceId)]);
      const rate = chooseRate(rows, kind, account, now());
      if (!rate) throw new Error(`No rate of ${kind.eventType} is in effect yet. Check the clock of this machine.`);
      return { unit: rate.unit, microsPerUnit: BigInt(rate.micros) };
    },
  };
}

/** @param rows the latest last */
function chooseRate(
  rows: StoredRate[],
  kind: BillableOperationKind,
  account: string | null,
  now: Date,
): StoredRate | undefined {
  const meter = meterOf(kind.eventType);
  const candidates = rows.filter(
    ({ eventType, app, effectiveFrom }) =>
      eventType === kind.eventType && app === meter.app && new Date(effectiveFrom) <= now,
  );
  for (const owner of [account, null]) {
    for (const country of [kind.country, null]) {
      const rate = candidates.findLast((row) => row.accountId === owner && row.country === country);
      if (rate) return rate;
    }
  }
  return undefined;
}
