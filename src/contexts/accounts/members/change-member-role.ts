import type { Scope } from '../../../platform/graphql/context.js';
import { changeMember } from './change-member.js';
import { requireMayGrant } from './may-grant.js';
import type { ChangeMemberRoleInput } from './member.input.js';
import type { Member } from './member.object.js';
import { memberColumns } from './member-columns.js';

/**
 * Gives a member another role, and other capabilities on top of it where they are sent. Sessions and keys of the member
 * follow at once: what they may do is looked up with each request.
 * @throws AppError NOT_FOUND, FORBIDDEN for a higher role or more than the caller holds, LAST_OWNER
 */
export function changeMemberRole(scope: Scope, userId: string, input: ChangeMemberRoleInput): Promise<Member> {
  return changeMember(scope, userId, input.role === 'OWNER', async (sql, member) => {
    const place = { role: input.role, capabilities: input.capabilities ?? member.capabilities };
    requireMayGrant(scope.access, place, member.held);
    const { rows } = await sql.query<Member>(
      `/* change_member_role */
       update members m set role = $3, capabilities = $4,
         updated_at = case when (m.role, m.capabilities) = ($3, $4::text[]) then m.updated_at else $5 end
       from users u where m.workspace_id = $1 and m.user_id = $2 and u.id = m.user_id
       returning ${memberColumns}`,
      [scope.workspaceId, userId, place.role, place.capabilities, scope.services.now()],
    );
    return rows[0] as Member;
  });
}
