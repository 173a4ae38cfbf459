import { deleteBatch } from '../database/delete-batch.js';
import type { Sql } from '../database/sql.js';
import { fromNow, typed } from '../database/typed-sql.js';
import { idempotentRequests } from './idempotent-request.entity.js';

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

/**
 * A key is free after a day; before, only if its process died and what it did is known. Not typed: it inserts a row or takes over
 * one, by what both contain.
 */
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
    const found = await typed(sql, 'find_request', idempotentRequests)
      .selectFrom('idempotent_requests')
      .select(({ eb }) => ['requestHash as hash', 'answer', eb('leaseUntil', '>=', fromNow(0)).as('isRunning')])
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    // Otherwise it was released in between.
    if (found) return { ...found, isRunning: Boolean(found.isRunning) };
  }
}

/** Changes the row of a claim, which is another's once another process has taken the request over. */
function updateClaimed(sql: Sql, label: string, { workspaceId, id, claimId }: ClaimedRequest) {
  return typed(sql, label, idempotentRequests)
    .updateTable('idempotent_requests')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('claimId', '=', claimId);
}

/** Keeps a claim for a while longer. */
export async function renewRequest(sql: Sql, claimed: ClaimedRequest): Promise<void> {
  await updateClaimed(sql, 'renew_request', claimed)
    .set({ leaseUntil: fromNow(leaseSeconds) })
    .execute();
}

/**
 * Adds a step, in the transaction of the step itself.
 * @param step null if it cannot be repeated
 * @returns false if another process has taken over the request
 */
export async function recordStep(sql: Sql, claimed: ClaimedRequest, step: string | null): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(sql, 'record_request_step', claimed)
    .$if(step === null, (row) => row.set({ isLost: true }))
    .$if(step !== null, (row) => row.set(({ fn, val }) => ({ steps: fn('array_append', ['steps', val(step)]) })))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Stores the answer, which repeats of the request get. */
export async function finishRequest(sql: Sql, claimed: ClaimedRequest, answer: string): Promise<void> {
  await updateClaimed(sql, 'finish_request', claimed).set({ answer, requestHash: claimed.hash, steps: [] }).execute();
}

/** Lets the request be sent again. @param isUndone whether it did nothing; otherwise the next one continues it */
export async function releaseRequest(sql: Sql, claimed: ClaimedRequest, isUndone: boolean): Promise<void> {
  const { workspaceId, id, claimId } = claimed;
  if (!isUndone) {
    await updateClaimed(sql, 'release_request', claimed)
      .set({ leaseUntil: fromNow(0) })
      .execute();
    return;
  }
  await typed(sql, 'release_request', idempotentRequests)
    .deleteFrom('idempotent_requests')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('claimId', '=', claimId)
    .execute();
}

/** Deletes some requests whose keys are free again. @returns whether there may be more */
export async function deleteOldRequests(sql: Sql): Promise<boolean> {
  const where = `created_at < now() - interval '24 hours' order by created_at`;
  const deleted = await deleteBatch(sql, 'delete_old_requests', {
    table: 'idempotent_requests',
    where,
    limit: deletedAtOnce,
  });
  return deleted === deletedAtOnce;
}
