import type { Database, Sql } from '../../../../platform/database/database.js';
import type { PublicEvent } from '../../../../platform/events/index.js';
import type { Services } from '../../../../platform/services.js';
import type { RecurringTask } from '../../../../platform/work/recurring-tasks.js';
import { type FoundWait, foundWaitSql, wakeWaits } from '../store/event-waits.js';

/** Events of one pass, and waits of each of them. */
const atOnce = { events: 100, waits: 10_000, deleted: 1_000 };

/**
 * Waits that began within the time of an event and that it has not reached yet. Those of the last minute are compared
 * again, because their transactions may have ended in another order. An execution gets an event once: neither one that it
 * started, nor one that it has woken, gets it again. Compares two tables for all workspaces.
 */
const lateText = `/* late_event_waits */
select e.workspace_id as "workspaceId", e.id, e.event, w.waits from kept_events e cross join lateral (
  select json_agg(f.wait) as waits from (
    select ${foundWaitSql} as wait from event_waits w
    where w.workspace_id = e.workspace_id and w.event_type = e.type and w.key = any(e.keys) and w.since < e.expires_at
      and (e.scanned_at is null or w.since > e.scanned_at - interval '1 minute')
      and w.execution_id <> all(e.execution_ids) and w.execution_id <> all(e.woken_ids)
    order by w.since limit ${atOnce.waits}) f
) w where e.expires_at > now() - interval '1 hour' and w.waits is not null order by e.created_at limit ${atOnce.events}`;

/** Adds to a list, by the clock of the database. */
const scannedText = `/* scanned_custom_event */ update kept_events set scanned_at = now(), woken_ids = woken_ids || $3::uuid[]
where workspace_id = $1 and id = $2`;

interface LateEvent {
  workspaceId: string;
  id: string;
  event: PublicEvent;
  waits: FoundWait[];
}

/** Wakes steps that began to wait after their event was published, within its `ttlSeconds`. */
export function wakeLateWaits({ db }: Services): RecurringTask {
  return {
    name: 'late event waits',
    everyMs: 1_000,
    async work() {
      const { rows } = await db.pool.query<LateEvent>({ name: 'late_event_waits', text: lateText });
      for (const late of rows) await wake(db, late);
    },
  };
}

function wake(db: Database, { workspaceId, id, event, waits }: LateEvent): Promise<void> {
  return db.within(workspaceId).transaction(async (sql: Sql) => {
    const { wokenIds } = await wakeWaits(sql, event, waits);
    await sql.query(scannedText, [workspaceId, id, wokenIds]);
  });
}

/** Deletes events that nothing needs any more. */
export function deleteOldEvents({ db }: Services): RecurringTask {
  return {
    name: 'old kept events',
    everyMs: 60_000,
    async work(signal) {
      let deleted = atOnce.deleted;
      while (deleted === atOnce.deleted && !signal.aborted) deleted = (await db.pool.query(forgetSql)).rowCount ?? 0;
    },
  };
}

// A part of the rows at once, which typed statements cannot select by their place.
const forgetSql = `/* forget_events */ delete from kept_events where ctid = any(array(
  select ctid from kept_events where forget_at < now() order by forget_at limit ${atOnce.deleted}))`;
