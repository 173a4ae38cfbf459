import type { Sql } from '../../../../../platform/database/database.js';
import type { Services } from '../../../../../platform/services.js';
import type { RecurringTask } from '../../../../../platform/work/recurring-tasks.js';
import { untilDone } from '../../../../../platform/work/until-done.js';
import type { ClaimingWorker } from '../../../../../platform/work/watch-claims.js';
import { type Watch, watchDue } from '../../../../../platform/work/watch-due.js';
import type { WorkContext } from '../../../../module.js';
import { holdsChannel } from '../../store/checkpoint-holds.sql.js';
import { openHolds } from './open-holds.js';
import { settleDueHold } from './settle-hold.js';

/** Workspaces whose failures one look counts. */
const workspacesAtOnce = 100;

/** Holds flows whose executions fail, and releases or discards what waits, in the order in which it arrived. */
export function watchHolds({ services }: WorkContext, { listener }: ClaimingWorker): Watch {
  const { db, log, now } = services;
  return watchDue({
    listener,
    channel: holdsChannel,
    log,
    now,
    what: 'holds of flows',
    fire: async () => {
      const ids = await workspacesOfFailures(db.pool);
      for (const id of ids) {
        await openHolds(services, id).catch(async (error: Error) => {
          log.error({ err: error, workspaceId: id }, 'failures could not be counted; it will be retried');
          await db.pool.query(postponeFailuresSql, [id]);
        });
      }
      return ids.length + (await settle(services));
    },
    nextDue: () => nextDue(db.pool),
  });
}

async function settle(services: Services): Promise<number> {
  try {
    return await settleDueHold(services);
  } catch (error) {
    services.log.error({ err: error }, 'a hold could not be settled; it will be retried');
    await services.db.pool.query(postponeHoldSql);
    return 0;
  }
}

// Over all workspaces, by the clock of the database.
const workspacesSql = `/* workspaces_of_hold_failures */ select distinct workspace_id as id from (
  select workspace_id from hold_failures where due_at <= clock_timestamp() order by due_at limit ${workspacesAtOnce}) f`;

async function workspacesOfFailures(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({ name: 'workspaces_of_hold_failures', text: workspacesSql });
  return rows.map(({ id }) => id);
}

const postponeFailuresSql = `/* postpone_hold_failures */ update hold_failures set due_at = now() + interval '30 seconds'
where workspace_id = $1 and due_at <= clock_timestamp()`;

const postponeHoldSql = `/* postpone_hold */ update flow_holds set due_at = now() + interval '30 seconds' where (workspace_id, id) = (
  select workspace_id, id from flow_holds where due_at <= clock_timestamp() order by due_at limit 1)`;

const nextSql = `/* next_hold */ select least(
  (select min(due_at) from flow_holds), (select min(due_at) from hold_failures)) as "dueAt"`;

/** In milliseconds since 1970; null if nothing is due. */
async function nextDue(sql: Sql): Promise<number | null> {
  const { rows } = await sql.query<{ dueAt: Date | null }>({ name: 'next_hold', text: nextSql });
  return rows[0]?.dueAt ? new Date(rows[0].dueAt).getTime() : null;
}

/** A step may be parked by a process that had read its hold before that closed: it goes the same way. */
const lateSql = `/* late_parked_steps */
with late as (
  update flow_holds h set due_at = now() where h.closed_at > now() - interval '1 day' and h.due_at is null
    and exists (select from parked_steps p where p.workspace_id = h.workspace_id and p.hold_id = h.id)
  returning h.id
)
select '${holdsChannel}' as notifies from late limit 1`;

/** Rows that one statement deletes. */
const rowsAtOnce = 1_000;

const forgetSql = `/* forget_holds */ delete from flow_holds where (workspace_id, id) in (
  select h.workspace_id, h.id from flow_holds h
  where h.closed_at < now() - interval '90 days' or h.closed_at < now() - interval '1 day'
    and not exists (select from flows f where f.workspace_id = h.workspace_id and f.id = h.flow_id)
  limit ${rowsAtOnce})`;

const forgetFailuresSql = `/* forget_old_hold_failures */ delete from hold_failures where ctid = any(array(
  select ctid from hold_failures where failed_at < now() - interval '1 day' and due_at is null limit ${rowsAtOnce}))`;

/** Lets go what was parked while its hold closed. */
export function lateParkedSteps({ db }: Services): RecurringTask {
  return {
    name: 'late parked steps',
    everyMs: 5_000,
    work: async () => void (await db.transaction((sql) => sql.query(lateSql))),
  };
}

/** Deletes holds and failures that nothing needs any more. */
export function deleteOldHolds({ db }: Services): RecurringTask {
  return {
    name: 'old holds',
    everyMs: 600_000,
    async work(signal) {
      for (const text of [forgetSql, forgetFailuresSql])
        await untilDone(async () => (await db.pool.query(text)).rowCount ?? 0, signal);
    },
  };
}
