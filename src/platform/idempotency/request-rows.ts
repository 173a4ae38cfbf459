import type { Sql } from '../database/sql.js';

/** Identifies a request with a key: its caller, route and key, and what was sent. */
export interface RequestIdentity {
  workspaceId: string;
  id: string;
  hash: string;
}

/** A request that this process carries out, for as long as it renews its lease. */
export interface ClaimedRequest extends RequestIdentity {
  claimId: string;
}

/** What is stored of a request. */
export interface StoredRequest {
  hash: string;
  /** Null as long as it is carried out. */
  answer: string | null;
  /** Whether a process carries it out. */
  isRunning: boolean;
}

/** Seconds after which another process may continue the request of one that died. */
const leaseSeconds = 30;
/** Milliseconds between two renewals of a lease. */
export const renewEveryMs = 10_000;
/** Requests deleted by one statement. */
const deletedAtOnce = 2_000;

/** A key is free after a day; before, only if its process died and what it did is known. */
const claimSql = `/* claim_request */
insert into idempotent_requests as r (workspace_id, id, request_hash, claim_id, lease_until, is_lost)
values ($1, $2, $3, $4, now() + make_interval(secs => ${leaseSeconds}), $5)
on conflict (workspace_id, id) do update set
  request_hash = excluded.request_hash, claim_id = excluded.claim_id, lease_until = excluded.lease_until,
  steps = case when r.created_at < now() - interval '24 hours' then '{}' else r.steps end,
  is_lost = excluded.is_lost, answer = null,
  created_at = case when r.created_at < now() - interval '24 hours' then now() else r.created_at end
where r.created_at < now() - interval '24 hours'
  or (r.request_hash = excluded.request_hash and r.answer is null and not r.is_lost and r.lease_until < now())
returning steps`;

const findSql = `/* find_request */
select request_hash as hash, answer, lease_until >= now() as "isRunning"
from idempotent_requests where workspace_id = $1 and id = $2`;

/**
 * Claims a request; of several processes, one gets it.
 * @param isLost whether it cannot be repeated if this process dies
 * @returns the steps of a process that died before, in order; otherwise what is stored of it
 */
export async function claimRequest(
  sql: Sql,
  { workspaceId, id, hash, claimId }: ClaimedRequest,
  isLost: boolean,
): Promise<{ steps: string[] } | StoredRequest> {
  for (;;) {
    const claimed = await sql.query<{ steps: string[] }>(claimSql, [workspaceId, id, hash, claimId, isLost]);
    if (claimed.rows[0]) return claimed.rows[0];
    const found = await sql.query<StoredRequest>(findSql, [workspaceId, id]);
    // It was released in between.
    if (found.rows[0]) return found.rows[0];
  }
}

const renewSql = `/* renew_request */
update idempotent_requests set lease_until = now() + make_interval(secs => ${leaseSeconds})
where workspace_id = $1 and id = $2 and claim_id = $3`;

/** Keeps a claim for a while longer. */
export async function renewRequest(sql: Sql, { workspaceId, id, claimId }: ClaimedRequest): Promise<void> {
  await sql.query(renewSql, [workspaceId, id, claimId]);
}

const recordSql = `/* record_request_step */
update idempotent_requests set steps = case when $4::text is null then steps else array_append(steps, $4) end,
  is_lost = is_lost or $4::text is null
where workspace_id = $1 and id = $2 and claim_id = $3 returning 1`;

/**
 * Adds a step, in the transaction of the step itself.
 * @param step null if it cannot be repeated
 * @returns false if another process has taken over the request
 */
export async function recordStep(
  sql: Sql,
  { workspaceId, id, claimId }: ClaimedRequest,
  step: string | null,
): Promise<boolean> {
  return (await sql.query(recordSql, [workspaceId, id, claimId, step])).rows.length === 1;
}

const finishSql = `/* finish_request */
update idempotent_requests set answer = $4, request_hash = $5, steps = '{}'
where workspace_id = $1 and id = $2 and claim_id = $3`;

/** Stores the answer, which repeats of the request get. */
export async function finishRequest(
  sql: Sql,
  { workspaceId, id, claimId, hash }: ClaimedRequest,
  answer: string,
): Promise<void> {
  await sql.query(finishSql, [workspaceId, id, claimId, answer, hash]);
}

const releaseSql = `/* release_request */
with gone as (
  delete from idempotent_requests where workspace_id = $1 and id = $2 and claim_id = $3 and $4 returning 1
)
update idempotent_requests set lease_until = now()
where workspace_id = $1 and id = $2 and claim_id = $3 and not $4`;

/** Lets the request be sent again. @param isUndone whether it did nothing; otherwise the next one continues it */
export async function releaseRequest(
  sql: Sql,
  { workspaceId, id, claimId }: ClaimedRequest,
  isUndone: boolean,
): Promise<void> {
  await sql.query(releaseSql, [workspaceId, id, claimId, isUndone]);
}

const deleteSql = `/* delete_old_requests */ delete from idempotent_requests
  where ctid = any(array(select ctid from idempotent_requests where created_at < now() - interval '24 hours'
    order by created_at limit ${deletedAtOnce}))`;

/** Deletes some requests whose keys are free again. @returns whether there may be more */
export async function deleteOldRequests(sql: Sql): Promise<boolean> {
  return (await sql.query(deleteSql)).rowCount === deletedAtOnce;
}
