import type { Database } from '../../../../platform/database/database.js';

/** Deltas in one transaction at most. */
const batchSize = 20_000;
/** Key of the advisory lock for one rollup at a time. */
const rollUpLock = 7_301_442;

// Locks, deletes and adds in bulk, so not typed.
const rollUpText = `/* roll_up_usage */
with lock as materialized (
  select pg_try_advisory_xact_lock(${rollUpLock}) as held
), taken as (
  delete from usage_deltas where (select held from lock) and ctid = any(array(select ctid from usage_deltas limit ${batchSize}))
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
 * Adds the deltas to the sums of hours. Readers add both, so results do not depend on when this runs or whether it is
 * interrupted.
 * @returns number of deltas; 0 too if another process is doing it
 */
export async function rollUpUsage({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ rolledUp: number }>({ name: 'roll_up_usage', text: rollUpText });
  return rows[0]?.rolledUp ?? 0;
}
