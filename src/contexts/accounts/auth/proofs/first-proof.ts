import type { Sql } from '../../../../platform/database/sql.js';
import { anyOf, tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { appendAudit, auditEntry, operator } from '../../audit/index.js';
import type { ApiKey } from '../../entities/api-key.entity.js';
import { users } from '../../entities/user.entity.js';
import { pauseAutomations } from '../../members/index.js';
import { deleteLinks } from '../links/account-link.js';
import { endSessionsOf } from '../sessions/session.js';
import { deleteTotp } from '../totp/totp-factor.js';

/**
 * Locks a user whose address is proved, in the transaction that records the proof. If it is the first proof, and who
 * gives it does not hold the account, somebody else may have registered the address: what was made before is discarded.
 * @param isHeld whether they have a session of the user, or know the password
 * @returns whether something was discarded
 */
export async function takeProof(sql: Sql, userId: string, isHeld: boolean, at: Date): Promise<boolean> {
  const user = await typed(sql, 'lock_proved_user', users)
    .selectFrom('users')
    .select(['emailVerifiedAt', 'accountId'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (user?.emailVerifiedAt !== null || isHeld) return false;
  await discardCredentials(sql, userId, at);
  const workspaces = await sql.query<{ id: string; isOwn: boolean }>(
    `/* workspaces_of_unproven */ select id, account_id = $2 as "isOwn" from workspaces
     where account_id = $2 or id in (
       select workspace_id from members where user_id = $1 or unproven_grantors @> array[$1::uuid]
       union select workspace_id from invitations where unproven_grantors @> array[$1::uuid]
     ) order by id for no key update`,
    [userId, user.accountId],
  );
  for (const { id, isOwn } of workspaces.rows) await discardInWorkspace(sql, { id, isOwn, userId }, at);
  return true;
}

async function discardCredentials(sql: Sql, userId: string, at: Date): Promise<void> {
  await deleteTotp(sql, userId);
  await deleteLinks(sql, userId);
  await endSessionsOf(sql, userId, at);
}

/**
 * The data of a workspace of the user's own account stays, but nobody else in it, and nothing in it runs by itself: flows and
 * webhooks there may send what the true owner enters to somebody else. In other workspaces, the same goes for those who are in
 * it through the user, and what they and the user made run; the membership of the user stays, which others granted.
 */
async function discardInWorkspace(
  sql: Sql,
  { id, isOwn, userId }: { id: string; isOwn: boolean; userId: string },
  at: Date,
): Promise<void> {
  // Against `lockPrincipal`: what somebody activates or grants meanwhile is seen here, or refused there.
  await sql.query(
    `/* lock_unproven_members */ select 1 from members
     where workspace_id = $1 and ($3 or user_id = $2 or unproven_grantors @> array[$2::uuid]) order by user_id for update`,
    [id, userId, isOwn],
  );
  const revoked = await sql.query(
    `/* discard_invitations */ delete from invitations
     where workspace_id = $1 and ($3 or unproven_grantors @> array[$2::uuid])`,
    [id, userId, isOwn],
  );
  const removed = await sql.query<{ id: string }>(
    `/* discard_members */ delete from members
     where workspace_id = $1 and user_id <> $2 and ($3 or unproven_grantors @> array[$2::uuid]) returning user_id as id`,
    [id, userId, isOwn],
  );
  const userIds = [userId, ...removed.rows.map((member) => member.id)];
  const keys = await sql.query(
    `/* discard_keys */ update api_keys set revoked_at = $4, updated_at = $4
     where workspace_id = $1 and ($3 or created_by = any ($2)) and revoked_at is null`,
    [id, userIds, isOwn, at],
  );
  const made = await typed(sql, 'keys_of_unproven', tableOf<ApiKey>()('api_keys'))
    .selectFrom('api_keys')
    .select('id')
    .where('workspaceId', '=', id)
    .where('createdBy', '=', anyOf(userIds))
    .execute();
  const runAs = isOwn ? null : [...userIds, ...made.map((key) => key.id)];
  const paused = await pauseAutomations(sql, { workspaceId: id, runAs }, at);
  await keepOwner(sql, id, at);
  const details = {
    apiKeys: keys.rowCount ?? 0,
    members: removed.rowCount ?? 0,
    invitations: revoked.rowCount ?? 0,
    flows: paused.flows.length,
    webhooks: paused.webhooks.length,
  };
  if (Object.values(details).every((count) => count === 0)) return;
  const event = { workspaceId: id, action: 'discardUnproven', targetId: userId, details };
  await appendAudit(sql, [auditEntry(operator, event, null, at)]);
}

/** A workspace that has lost its last OWNER belongs to the user of its account again. */
async function keepOwner(sql: Sql, workspaceId: string, at: Date): Promise<void> {
  await sql.query(
    `/* keep_owner */ insert into members (workspace_id, user_id, role, created_at, updated_at)
     select w.id, u.id, 'OWNER', $2, $2 from workspaces w join users u on u.account_id = w.account_id
     where w.id = $1 and not exists (select from members m where m.workspace_id = w.id and m.role = 'OWNER')
     order by u.id limit 1
     on conflict (workspace_id, user_id) do update
       set role = 'OWNER', capabilities = '{}', denied_capabilities = '{}', updated_at = $2`,
    [workspaceId, at],
  );
}
