import type { Sql } from '../../../../platform/database/sql.js';
import { anyOf, arrayOf, tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { appendAudit, auditEntry, operator } from '../../audit/index.js';
import type { ApiKey } from '../../entities/api-key.entity.js';
import { invitations, members } from '../../entities/member.entity.js';
import { users } from '../../entities/user.entity.js';
import type { Workspace } from '../../entities/workspace.entity.js';
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
  const grantor = arrayOf([userId]);
  const touched = await typed(sql, 'workspaces_of_unproven', tableOf<Workspace>()('workspaces'), members, invitations)
    .selectFrom('workspaces')
    .select(['id', 'accountId'])
    .where((some) => {
      const joined = some
        .selectFrom('members')
        .select('workspaceId')
        .where((member) => member.or([member('userId', '=', userId), member('unprovenGrantors', '@>', grantor)]));
      const granted = some.selectFrom('invitations').select('workspaceId').where('unprovenGrantors', '@>', grantor);
      return some.or([some('accountId', '=', user.accountId), some('id', 'in', joined.union(granted))]);
    })
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { id, accountId } of touched) {
    await discardInWorkspace(sql, { id, isOwn: accountId === user.accountId, userId }, at);
  }
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
  const grantor = arrayOf([userId]);
  // Against `lockPrincipal`: what somebody activates or grants meanwhile is seen here, or refused there.
  await typed(sql, 'lock_unproven_members', members)
    .selectFrom('members')
    .select('userId')
    .where('workspaceId', '=', id)
    .$if(!isOwn, (all) =>
      all.where((some) => some.or([some('userId', '=', userId), some('unprovenGrantors', '@>', grantor)])),
    )
    .orderBy('userId')
    .forUpdate()
    .execute();
  const revoked = await typed(sql, 'discard_invitations', invitations)
    .deleteFrom('invitations')
    .where('workspaceId', '=', id)
    .$if(!isOwn, (all) => all.where('unprovenGrantors', '@>', grantor))
    .executeTakeFirst();
  const removed = await typed(sql, 'discard_members', members)
    .deleteFrom('members')
    .where('workspaceId', '=', id)
    .where('userId', '<>', userId)
    .$if(!isOwn, (all) => all.where('unprovenGrantors', '@>', grantor))
    .returning('userId')
    .execute();
  const userIds = [userId, ...removed.map((member) => member.userId)];
  const keys = await typed(sql, 'discard_keys', tableOf<ApiKey>()('api_keys'))
    .updateTable('api_keys')
    .set({ revokedAt: at, updatedAt: at })
    .where('workspaceId', '=', id)
    .where('revokedAt', 'is', null)
    .$if(!isOwn, (all) => all.where('createdBy', '=', anyOf(userIds)))
    .executeTakeFirst();
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
    apiKeys: Number(keys.numUpdatedRows),
    members: removed.length,
    invitations: Number(revoked.numDeletedRows),
    flows: paused.flows.length,
    webhooks: paused.webhooks.length,
  };
  if (Object.values(details).every((count) => count === 0)) return;
  const event = { workspaceId: id, action: 'discardUnproven', targetId: userId, details };
  await appendAudit(sql, [auditEntry(operator, event, null, at)]);
}

/** A workspace that has lost its last OWNER belongs to the user of its account again: asked and written in one statement. */
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
