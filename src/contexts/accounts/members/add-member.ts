import type { Role } from '../../../platform/access/capabilities.js';
import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { members } from '../entities/member.entity.js';
import type { Workspace } from '../entities/workspace.entity.js';

/**
 * Makes a new user a member, inside the caller's transaction, on behalf of the operator. The workspace is locked first, as by
 * every change of its members.
 * @returns false if the workspace does not exist
 */
export async function addMember(
  sql: Sql,
  { workspaceId, userId, role }: { workspaceId: string; userId: string; role: Role },
  now: Date,
): Promise<boolean> {
  const workspace = await typed(sql, 'lock_joined_workspace', tableOf<Workspace>()('workspaces'))
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!workspace) return false;
  await typed(sql, 'add_member', members)
    .insertInto('members')
    .values({ workspaceId, userId, role, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['workspaceId', 'userId']).doNothing())
    .execute();
  return true;
}
