import type { Sql } from '../../../platform/database/database.js';
import { type Claimant, claimSql, claimValues } from '../../../platform/work/claims.js';
import { countOf, queue } from '../../../platform/work/queues.js';

/** A webhook with something to send, claimed by this process: no other one sends to it. */
export interface ClaimedWebhook {
  workspaceId: string;
  id: string;
  /** The fence of this claim. */
  fence: number;
  failures: number;
  /** Whether a success changes the webhook. */
  isTroubled: boolean;
}

/**
 * Each webhook with pending deliveries, and when the first of them is due: one index probe for each webhook, however many
 * deliveries wait.
 */
const pendingCte = `pending as (
  (select d.workspace_id, d.webhook_id, d.due_at from webhook_deliveries d where d.due_at is not null
    order by d.workspace_id, d.webhook_id, d.due_at limit 1)
  union all
  select n.* from pending p cross join lateral (
    select d.workspace_id, d.webhook_id, d.due_at from webhook_deliveries d
    where d.due_at is not null and (d.workspace_id, d.webhook_id) > (p.workspace_id, p.webhook_id)
    order by d.workspace_id, d.webhook_id, d.due_at limit 1) n
)`;

queue('webhooks', {
  depth: countOf('from webhook_deliveries where due_at is not null'),
  // One that a worker serves, or that is tried again later, waits for its receiver.
  since: `(with recursive ${pendingCte} select min(due) from (
    select greatest(p.due_at, w.retry_at) as due from pending p
    join webhooks w on w.workspace_id = p.workspace_id and w.id = p.webhook_id
    where w.is_active and not exists (select from workers k where k.id = w.worker_id)) d where due <= now())`,
});

// All as text: they claim, or run for each round of requests to a webhook, with fences, and reach the rows of all workspaces.

/** Those served longest ago first, so that one with a long queue waits like the others. */
const claimText = `/* claim_webhooks */ with recursive ${pendingCte}, due as (
  select w.workspace_id, w.id from pending p join webhooks w on w.workspace_id = p.workspace_id and w.id = p.webhook_id
  where w.is_active and greatest(p.due_at, w.retry_at) <= $1 and w.workspace_id <> all ($5::uuid[])
    and (w.worker_id is null or w.worker_id = $3 and w.id <> all ($4::uuid[])
      or not exists (select from workers k where k.id = w.worker_id))
  order by w.served_at nulls first limit $2 for no key update of w skip locked
)
update webhooks t set ${claimSql} from due where t.workspace_id = due.workspace_id and t.id = due.id
returning t.workspace_id as "workspaceId", t.id, t.fence, t.failures,
  t.failing_since is not null or t.queue_full_since is not null as "isTroubled"`;

/** Claims webhooks that have something to send. */
export async function claimWebhooks(sql: Sql, claimant: Claimant): Promise<ClaimedWebhook[]> {
  const query = { name: 'claim_webhooks', text: claimText, values: claimValues(claimant) };
  return (await sql.query<ClaimedWebhook>(query)).rows;
}

/** Where the webhook is now, what signs, and whose rights it has. */
export interface WebhookTarget {
  url: string;
  runAs: string | null;
  encryptedSecret: string;
  /** Null without one, or if it signs no more. */
  encryptedPreviousSecret: string | null;
}

const targetText = `/* webhook_target */ select url, run_as as "runAs", encrypted_secret as "encryptedSecret",
  case when previous_secret_until > $4 then encrypted_previous_secret end as "encryptedPreviousSecret"
from webhooks where workspace_id = $1 and id = $2 and fence = $3 and is_active`;

/** Reads where to send, which may change while the webhook is claimed. Null if the claim is lost, or the webhook switched off. */
export async function readTarget(
  sql: Sql,
  { workspaceId, id, fence }: ClaimedWebhook,
  at: Date,
): Promise<WebhookTarget | null> {
  const query = { name: 'webhook_target', text: targetText, values: [workspaceId, id, fence, at] };
  return (await sql.query<WebhookTarget>(query)).rows[0] ?? null;
}

/** A claimed one is looked at again each second: its worker may have died. */
const nextText = `/* next_webhook */ with recursive ${pendingCte}
select extract(epoch from min(case when w.worker_id is null then greatest(p.due_at, w.retry_at)
    else greatest(p.due_at, w.retry_at, $1::timestamptz + interval '1 second') end)) * 1000 as "dueMs"
from pending p join webhooks w on w.workspace_id = p.workspace_id and w.id = p.webhook_id where w.is_active`;

/** When a webhook may have something to send next, in milliseconds since 1970; null if none has. */
export async function nextWebhook(sql: Sql, at: Date): Promise<number | null> {
  const { rows } = await sql.query<{ dueMs: string | null }>({ name: 'next_webhook', text: nextText, values: [at] });
  return rows[0]?.dueMs ? Number(rows[0].dueMs) : null;
}

/** A delivery whose turn it is: the first pending one of its key. */
export interface DueDelivery {
  id: string;
  eventId: string;
  eventType: string;
  body: string;
  attempts: number;
  /** When the first attempt began; null before it. */
  firstAt: string | null;
}

const dueText = `/* due_webhook_deliveries */ select d.id, d.event_id as "eventId", d.event_type as "eventType", d.body,
  jsonb_array_length(d.attempts) as attempts, d.attempts -> 0 ->> 'startedAt' as "firstAt"
from webhook_deliveries d where d.workspace_id = $1 and d.webhook_id = $2 and d.due_at <= $3 and not exists (
  select from webhook_deliveries e where e.workspace_id = d.workspace_id and e.webhook_id = d.webhook_id
    and e.order_key = d.order_key and e.seq < d.seq and e.due_at is not null)
order by d.due_at, d.seq limit $4`;

/** Deliveries that can be made now, each of another key. */
export async function dueDeliveries(
  sql: Sql,
  { workspaceId, id }: ClaimedWebhook,
  at: Date,
  limit: number,
): Promise<DueDelivery[]> {
  const query = { name: 'due_webhook_deliveries', text: dueText, values: [workspaceId, id, at, limit] };
  return (await sql.query<DueDelivery>(query)).rows;
}

/** In one statement with its fence: deliveries that came behind one that is retried later wait as long. */
const releaseText = `/* release_webhook */ with released as (
  update webhooks set worker_id = null, served_at = $4 where workspace_id = $1 and id = $2 and fence = $3 returning id
)
update webhook_deliveries d set due_at = e.due_at from released r, webhook_deliveries e
where d.workspace_id = $1 and d.webhook_id = r.id and d.due_at <= $4 and e.workspace_id = $1 and e.webhook_id = r.id
  and e.order_key = d.order_key and e.seq < d.seq and e.due_at > $4`;

/** Ends the claim. */
export async function releaseWebhook(sql: Sql, { workspaceId, id, fence }: ClaimedWebhook, at: Date): Promise<void> {
  await sql.query({ name: 'release_webhook', text: releaseText, values: [workspaceId, id, fence, at] });
}
