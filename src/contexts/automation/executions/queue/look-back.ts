import { addressCalled } from '../../../../nodes/index.js';
import type { Database, Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import type { PublicEvent } from '../../../../platform/events/index.js';
import type { Services } from '../../../../platform/services.js';
import type { RecurringTask } from '../../../../platform/work/recurring-tasks.js';
import { endsWait, type FoundWait, foundWaitSql, wakeWaits } from '../store/event-waits.js';
import { callId, keptEvents } from '../store/kept-event.entity.js';

/** Waits of one pass, and events that are compared with a wait: of those in its time the oldest, page by page. */
const atOnce = { waits: 500, page: 100, pages: 100 };

const dueText = `/* waits_that_look_back */ select w.workspace_id as "workspaceId", w.event_type as "eventType", w.key, w.since,
  w.lookback_seconds as "lookbackSeconds", ${foundWaitSql} as wait
  from event_waits w where w.look_at <= now() order by w.look_at limit ${atOnce.waits}`;

/** An execution gets an event once: neither one that it started, nor one that it has woken, gets it again. */
const pageText = `/* events_looked_back_on */ select k.id, k.event, k.created_at::text as "createdAt" from kept_events k
where k.workspace_id = $1 and k.type = $2 and k.created_at >= $3::timestamptz - make_interval(secs => $4)
  and $5 = any(k.keys) and $6 <> all(k.execution_ids) and $6 <> all(k.woken_ids)
  and ($7::timestamptz is null or (k.created_at, k.id) > ($7, $8))
order by k.created_at, k.id limit ${atOnce.page}`;

const wokenText = `/* woke_looking_back */ update kept_events set woken_ids = woken_ids || $3::uuid[]
where workspace_id = $1 and id = $2`;

/**
 * A wait looks back when it has begun, and twice again: the transaction of an event that it has just missed may have ended
 * later. None takes a minute.
 */
const nextText = `/* look_back_again */ update event_waits set look_at = case
    when since > now() - interval '3 seconds' then since + interval '3 seconds'
    when since > now() - interval '1 minute' then since + interval '1 minute' end
where workspace_id = $1 and execution_id = $2 and step_id = $3 and event_type = $4`;

interface LookingBack {
  workspaceId: string;
  eventType: string;
  key: string;
  since: Date;
  lookbackSeconds: number;
  wait: FoundWait;
}

interface KeptEvent {
  id: string;
  event: PublicEvent;
  createdAt: string;
}

/** Wakes steps that wait for an event which had occurred before, within their `lookbackSeconds`. */
export function lookBack({ db }: Services): RecurringTask {
  return {
    name: 'waits that look back',
    everyMs: 1_000,
    async work(signal) {
      const { rows } = await db.pool.query<LookingBack>({ name: 'waits_that_look_back', text: dueText });
      for (const one of rows) if (!signal.aborted) await lookBackOnce(db, one);
    },
  };
}

async function lookBackOnce(db: Database, looking: LookingBack): Promise<void> {
  const { workspaceId, eventType, wait } = looking;
  const within = db.within(workspaceId);
  const isCall = eventType === addressCalled;
  const found = isCall ? await findCall(within, workspaceId, wait) : await findEvent(within, looking);
  await within.transaction(async (sql: Sql) => {
    if (found) {
      const { wokenIds } = await wakeWaits(sql, found.event, [wait]);
      await sql.query(wokenText, [workspaceId, found.id, wokenIds]);
    }
    await sql.query(nextText, [workspaceId, wait.executionId, wait.stepId, eventType]);
  });
}

/** The call of the address at which a step waits. */
async function findCall(
  sql: Sql,
  workspaceId: string,
  wait: FoundWait,
): Promise<Pick<KeptEvent, 'id' | 'event'> | undefined> {
  const kept = await typed(sql, 'early_call_of_address', keptEvents)
    .selectFrom('kept_events')
    .select(['id', 'event'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', callId(String(wait.match.key)))
    .$castTo<Pick<KeptEvent, 'id' | 'event'>>()
    .executeTakeFirst();
  return kept && endsWait(kept.event, wait) ? kept : undefined;
}

/** The oldest event that ends a wait. */
async function findEvent(sql: Sql, looking: LookingBack): Promise<KeptEvent | undefined> {
  const { workspaceId, eventType, key, since, lookbackSeconds, wait } = looking;
  let last: KeptEvent | undefined;
  for (let page = 0; page < atOnce.pages; page++) {
    const where = [workspaceId, eventType, since, lookbackSeconds, key, wait.executionId];
    const values = [...where, last?.createdAt ?? null, last?.id ?? null];
    const { rows } = await sql.query<KeptEvent>({ name: 'events_looked_back_on', text: pageText, values });
    const found = rows.find(({ event }) => endsWait(event, wait));
    last = rows.at(-1);
    if (found || rows.length < atOnce.page) return found;
  }
  return undefined;
}
