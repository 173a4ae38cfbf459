import type { Database } from '../../../platform/database/database.js';

/** Deltas that one transaction folds at most. */
const atOnce = 20_000;
/** Of the advisory lock that one folder at a time holds. */
const rollUpLock = 7_301_442;

const foldText = `/* fold_usage */
with lock as materialized (
  select pg_try_advisory_xact_lock(${rollUpLock}) as held
), taken as (
  delete from usage_deltas where (select held from lock) and ctid = any(array(select ctid from usage_deltas limit ${atOnce}))
  returning *
), rolled_up as (
  insert into usage_hours as h (account_id, hour, workspace_id, event_type, source, events, quantity, credits_micros)
  select account_id, hour, workspace_id, event_type, source, sum(events), sum(quantity), sum(credits_micros)
  from taken group by 1, 2, 3, 4, 5
  on conflict (account_id, hour, workspace_id, event_type, source) do update set
    events = h.events + excluded.events, quantity = h.quantity + excluded.quantity,
    credits_micros = h.credits_micros + excluded.credits_micros
)
select count(*)::integer as "rolledUp" from taken`;

/**
 * Adds what came since to the sums of hours. A reader adds both, so it makes no difference to what is told when this
 * happens, or whether a process dies over it.
 * @returns deltas folded; 0 too where somebody else is at it
 */
export async function rollUpUsage({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ rolledUp: number }>({ name: 'fold_usage', text: foldText });
  return rows[0]?.rolledUp ?? 0;
}
