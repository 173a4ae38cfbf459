import DataLoader from 'dataloader';
import { statement } from '../../../platform/database/statement.js';
import { defineLoader, type Scope } from '../../../platform/graphql/context.js';
import { loadRows, type NodeSource } from '../../../platform/graphql/nodes/node-source.js';
import type { Member } from './member.object.js';
import { invitationColumns, memberColumns } from './member-columns.js';

/** Members of the workspace by the user's ID; null if there is none. */
export const memberByUser = defineLoader(
  (scope) => new DataLoader((ids: readonly string[]) => readMembers(scope, ids)),
);

async function readMembers(scope: Scope, ids: readonly string[]): Promise<(Member | null)[]> {
  const text = `/* members_by_user */ select ${memberColumns} from members m join users u on u.id = m.user_id
    where m.workspace_id = $1 and m.user_id = any($2::uuid[])`;
  const { rows } = await scope.sql.query<Member>(statement(text, [scope.workspaceId, ids]));
  const byUser = new Map(rows.map((row) => [row.userId, row]));
  return ids.map((id) => byUser.get(id) ?? null);
}

/** A member by the ID of the user, for `member:USER:WORKSPACE`. */
export const loadMember: NodeSource['load'] = async (scope, { id, rest }) =>
  rest === scope.workspaceId ? scope.loader(memberByUser).load(id) : null;

/** Invitations by ID. */
export const loadInvitation = loadRows<Member>(
  async ({ sql, workspaceId }, ids) => {
    const text = `/* invitations_by_id */ select ${invitationColumns} from invitations i
    where i.workspace_id = $1 and i.id = any($2::uuid[])`;
    return (await sql.query<Member>(statement(text, [workspaceId, ids]))).rows;
  },
  ({ invitationId }) => invitationId as string,
);
