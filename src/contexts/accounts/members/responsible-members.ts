import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { members } from '../entities/member.entity.js';
import { users } from '../entities/user.entity.js';
import type { Workspace } from '../entities/workspace.entity.js';

/** The addresses of the owners and admins, who answer for a workspace, at most 20; and its name, as one line. */
export async function responsibleMembers(
  sql: Sql,
  workspaceId: string,
): Promise<{ emails: string[]; workspaceName: string }> {
  const rows = await typed(sql, 'responsible_members', members, users, tableOf<Workspace>()('workspaces'))
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .innerJoin('workspaces as w', 'w.id', 'm.workspaceId')
    .select(['u.email', 'w.name as workspaceName'])
    .where('m.workspaceId', '=', workspaceId)
    .where('m.role', 'in', ['OWNER', 'ADMIN'])
    .orderBy('u.email')
    .limit(20)
    .execute();
  return {
    emails: rows.map(({ email }) => email),
    workspaceName: rows[0]?.workspaceName.replace(/\s+/g, ' ').trim() ?? '',
  };
}
