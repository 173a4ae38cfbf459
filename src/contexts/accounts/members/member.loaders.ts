import DataLoader from 'dataloader';
import { anyOf, typed } from '../../../platform/database/typed-sql.js';
import { defineLoader, type Scope } from '../../../platform/graphql/context.js';
import { loadRows, type NodeSource } from '../../../platform/graphql/nodes/node-source.js';
import { invitations, members } from '../entities/member.entity.js';
import { users } from '../entities/user.entity.js';
import type { Member } from './member.object.js';
import { invitationOf, memberOf } from './show-member.js';

/** Members of the workspace by the user's ID; null if there is none. */
export const memberByUser = defineLoader(
  (scope) => new DataLoader((ids: readonly string[]) => readMembers(scope, ids)),
);

async function readMembers(scope: Scope, ids: readonly string[]): Promise<(Member | null)[]> {
  const rows = await typed(scope.sql, 'members_by_user', members, users)
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.workspaceId', 'm.userId', 'm.role', 'm.capabilities', 'm.deniedCapabilities'])
    .select(['m.createdAt', 'm.updatedAt', 'u.email', 'u.name'])
    .where('m.workspaceId', '=', scope.workspaceId)
    .where('m.userId', '=', anyOf(ids))
    .execute();
  const byUser = new Map(rows.map((row) => [row.userId, memberOf(row, row)]));
  return ids.map((id) => byUser.get(id) ?? null);
}

/** A member by the ID of the user, for `member:USER:WORKSPACE`. */
export const loadMember: NodeSource['load'] = async (scope, { id, rest }) =>
  rest === scope.workspaceId ? scope.loader(memberByUser).load(id) : null;

/** Invitations by ID. */
export const loadInvitation = loadRows<Member>(
  async ({ sql, workspaceId }, ids) => {
    const rows = await typed(sql, 'invitations_by_id', invitations, users)
      .selectFrom('invitations as i')
      .leftJoin('users as u', 'u.email', 'i.email')
      .select(['i.workspaceId', 'i.id', 'i.email', 'i.role', 'i.capabilities', 'i.deniedCapabilities'])
      .select(['i.expiresAt', 'i.createdAt', 'i.updatedAt', 'u.id as userId'])
      .where('i.workspaceId', '=', workspaceId)
      .where('i.id', '=', anyOf(ids))
      .execute();
    return rows.map((row) => invitationOf(row, row.userId));
  },
  ({ invitationId }) => invitationId as string,
);
