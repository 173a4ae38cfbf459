import { capabilitiesOfRole, type Role, roles } from '../../../platform/access/capabilities.js';
import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import { type DefinedEvent, publicEventOf } from '../../../platform/events/index.js';
import { holdsSql } from '../../accounts/members/index.js';
import { longestBody } from './webhook-delivery.record.js';
import { everyEvent } from './webhook-events.js';

/** The most deliveries of a webhook that are pending, and the most bytes of their bodies. */
export const mostPending = { deliveries: 10_000, bytes: 64 * 1024 * 1024 };

export interface QueueOptions {
  /** The only webhook to send to, whatever it subscribes to. */
  webhookId?: string | null;
  at?: Date;
}

/** True if an active webhook of the workspace receives events of a type. Both are expressions. */
export function webhookListensSql(workspaceId: string, type: string): string {
  return `exists (select from webhooks w where w.workspace_id = ${workspaceId} and w.is_active
    and w.events && array[${type}, '${everyEvent}'])`;
}

const mayReadSql = holdsSql({
  workspaceId: 'l.workspace_id',
  principal: 'l.run_as',
  capability: 'e."right"',
  roles: 'e.roles',
});

/**
 * Hot, and for many rows: all that a change publishes. $1: workspace, $2: events as JSON, $3: the only webhook, or null, $4:
 * now. A full queue takes nothing more. Its row is marked without waiting for a lock: a change of a record must never wait for
 * a webhook. One that asks for all events gets those that its principal may read; one that names an event gets a delivery in
 * any case, which says so if it must not be sent.
 */
const queueSql = `/* queue_webhook_deliveries */
with event as (
  select * from rows from (json_to_recordset($2::json) as ("id" text, "type" text, "key" text, "body" text, "bytes" integer,
      "right" text, "roles" text[])) with ordinality as e(id, type, key, body, bytes, "right", roles, n)
), listening as materialized (
  select w.workspace_id, w.id, w.events, w.run_as, q.count >= ${mostPending.deliveries} or q.bytes >= ${mostPending.bytes} as is_full
  from webhooks w cross join lateral (
    select count(*) as count, coalesce(sum(p.bytes), 0) as bytes from (
      select d.bytes from webhook_deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.due_at is not null limit ${mostPending.deliveries}) p) q
  where w.workspace_id = $1 and w.is_active and w.id = coalesce($3, w.id)
    and ($3 is not null or w.events && (select array_append(array_agg(type), '${everyEvent}') from event))
), queued as (
  insert into webhook_deliveries (workspace_id, webhook_id, event_id, event_type, order_key, body, bytes, due_at, created_at,
    updated_at)
  select l.workspace_id, l.id, e.id, e.type, e.key, e.body, e.bytes, $4, $4, $4
  from listening l join event e on $3 is not null or e.type = any (l.events)
    or '${everyEvent}' = any (l.events) and (e."right" = 'membership' or ${mayReadSql})
  where not l.is_full order by e.n, l.id
  returning id
), full_queue as (
  select w.id from webhooks w where w.workspace_id = $1 and w.queue_full_since is null
    and w.id in (select id from listening where is_full) for no key update skip locked
), marked as (
  update webhooks w set queue_full_since = $4 from full_queue f where w.workspace_id = $1 and w.id = f.id
)
select id, 'webhook_deliveries' as notifies from queued`;

/**
 * Queues events for the webhooks of a workspace that receive them, in the caller's transaction: they are sent exactly if
 * the change is committed. Does nothing for webhooks whose queue is full.
 * @returns the IDs of the deliveries
 */
export async function queueDeliveries(
  sql: Sql,
  workspaceId: string,
  events: readonly DefinedEvent[],
  { webhookId = null, at = new Date(events[0]?.timestamp ?? 0) }: QueueOptions = {},
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => {
    const { id, type, data, key = data.id, order = key } = event;
    const body = bodyOf(event);
    return {
      id,
      type,
      key: typeof order === 'string' ? order : id,
      body,
      bytes: Buffer.byteLength(body),
      ...rightOf(event),
    };
  });
  const values = [workspaceId, storableJson(rows), webhookId, at];
  const found = await sql.query<{ id: string }>(statement(queueSql, values));
  return found.rows.map(({ id }) => id);
}

function rightOf({ definition: { read } }: DefinedEvent): { right: string; roles: Role[] } {
  return { right: read, roles: roles.filter((role) => read !== 'membership' && capabilitiesOfRole[role].has(read)) };
}

/** The event as JSON text. Of one that would be too large, what has no limit of its own is left out, and named. */
function bodyOf(event: DefinedEvent): string {
  const { previous, ...sent } = publicEventOf(event);
  const body = storableJson({ ...sent, ...(previous && { previous }) });
  if (Buffer.byteLength(body) <= longestBody) return body;
  const { omitted = {} } = event.definition;
  const names = Object.keys(omitted).map((name) => `data.${name}`);
  return storableJson({
    ...sent,
    data: { ...sent.data, ...omitted },
    ...(previous && { previous: {} }),
    omitted: [...names, ...(previous ? ['previous'] : [])],
  });
}
