import type { RowChanges } from '../database/row-changes.js';
import type { Sql } from '../database/sql.js';
import type { RequestClaim } from './request-claim.js';

/** The key by which a client may send a request again. */
export interface RepeatableContext {
  /** The `Idempotency-Key`, the route that it belongs to, and what was sent if the operation does not say it. */
  request?: { key: string; route: string; body?: string } | undefined;
  /** The request while it is carried out. */
  claim?: RequestClaim | null;
}

/**
 * Runs a transaction of a request. If the request has a key, its result is stored in the transaction; if a process that died
 * has committed it already, only its result is returned.
 * @param transact runs it and calls `record` at its end
 */
export function transactOnce<T>(
  { claim }: RepeatableContext,
  changes: RowChanges,
  transact: (record: (sql: Sql) => (value: T) => Promise<T>) => Promise<T>,
): Promise<T> {
  if (!claim) return transact(() => (value) => Promise.resolve(value));
  const { number, former } = claim.nextStep();
  if (former) {
    for (const change of former.changes) changes.add(change);
    return Promise.resolve(former.value as T);
  }
  return transact((sql) => async (value) => {
    await claim.record(sql, { number, value, changes: changes.all });
    return value;
  });
}
