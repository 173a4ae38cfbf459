import type { Sql } from '../../../../platform/database/sql.js';
import { appendAudit, auditEntry, operator } from '../../audit/index.js';
import { pauseAutomations } from '../../members/index.js';
import { deleteLinks } from '../links/account-link.js';
import { endSessionsOf } from '../sessions/session.js';

/**
 * Locks a user whose address is proved, in the transaction that records the proof. If it is the first proof, and who
 * gives it does not hold the account, somebody else may have registered the address: what was made before is discarded.
 * @param isHeld whether they have a session of the user, or know the password
 * @returns whether something was discarded
 */
export async function takeProof(sql: Sql, userId: string, isHeld: boolean, at: Date): Promise<boolean> {
  const { rows } = await sql.query<{ isFirst: boolean; accountId: string }>(
    `/* lock_proved_user */ select email_verified_at is null as "isFirst", account_id as "accountId" from users
     where id = $1 for update`,
    [userId],
  );
  if (!rows[0]?.isFirst || isHeld) return false;
  await discardCredentials(sql, userId, at);
  const workspaces = await sql.query<{ id: string; isOwn: boolean }>(
    `/* workspaces_of_unproven */ select id, account_id = $2 as "isOwn" from workspaces
     where account_id = $2 or id in (select workspace_id from members where user_id = $1) order by id for no key update`,
    [userId, rows[0].accountId],
  );
  for (const { id, isOwn } of workspaces.rows) await discardInWorkspace(sql, { id, isOwn, userId }, at);
  return true;
}

async function discardCredentials(sql: Sql, userId: string, at: Date): Promise<void> {
  await sql.query(
    `/* discard_factors */ with codes as (delete from recovery_codes where user_id = $1)
     delete from totp_factors where user_id = $1`,
    [userId],
  );
  await deleteLinks(sql, userId);
  await endSessionsOf(sql, userId, at);
}

/**
 * The data of a workspace of the user's own account stays, but nobody else in it, and nothing in it runs by itself: flows and
 * webhooks there may send what the true owner enters to somebody else.
 */
async function discardInWorkspace(
  sql: Sql,
  { id, isOwn, userId }: { id: string; isOwn: boolean; userId: string },
  at: Date,
): Promise<void> {
  // Against `lockPrincipal`: what somebody activates meanwhile is seen here, or refused there.
  await sql.query(
    `/* lock_unproven_members */ select 1 from members where workspace_id = $1 and ($3 or user_id = $2)
     order by user_id for update`,
    [id, userId, isOwn],
  );
  const keys = await sql.query<{ id: string }>(
    `/* discard_keys */ update api_keys set revoked_at = $4, updated_at = $4
     where workspace_id = $1 and ($3 or created_by = $2) and revoked_at is null returning id`,
    [id, userId, isOwn, at],
  );
  const removed = await sql.query(
    '/* discard_members */ delete from members where workspace_id = $1 and user_id <> $2 and $3',
    [id, userId, isOwn],
  );
  const revoked = await sql.query('/* discard_invitations */ delete from invitations where workspace_id = $1 and $2', [
    id,
    isOwn,
  ]);
  const ofUser = await sql.query<{ id: string }>(
    '/* keys_of_unproven */ select id from api_keys where workspace_id = $1 and created_by = $2',
    [id, userId],
  );
  const runAs = isOwn ? null : [userId, ...ofUser.rows.map((key) => key.id)];
  const paused = await pauseAutomations(sql, { workspaceId: id, runAs }, at);
  const details = {
    apiKeys: keys.rows.length,
    members: removed.rowCount ?? 0,
    invitations: revoked.rowCount ?? 0,
    flows: paused.flows.length,
    webhooks: paused.webhooks.length,
  };
  if (Object.values(details).every((count) => count === 0)) return;
  const event = { workspaceId: id, action: 'discardUnproven', targetId: userId, details };
  await appendAudit(sql, [auditEntry(operator, event, null, at)]);
}
