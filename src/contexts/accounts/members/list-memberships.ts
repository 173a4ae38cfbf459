import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { members } from '../entities/member.entity.js';
import type { Workspace, WorkspaceView } from '../entities/workspace.entity.js';

/** A workspace of a user, with their role. */
export type Membership = WorkspaceView;

/** Lists the workspaces of a user, oldest first. @param only the one to list, for an API key */
export async function listMemberships(sql: Sql, userId: string, only: string | null = null): Promise<Membership[]> {
  const rows = await typed(sql, 'list_memberships', members, tableOf<Workspace>()('workspaces'))
    .selectFrom('members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspaceId')
    .select(['w.id', 'w.name', 'm.role', 'w.timezone', 'w.country', 'w.defaultErrorFlowId', 'w.dailyBudget'])
    .select(['w.monthlyBudget', 'w.postalAddress', 'w.createdAt', 'w.updatedAt'])
    .where('m.userId', '=', userId)
    .$if(only !== null, (all) => all.where('w.id', '=', only))
    .orderBy('w.id')
    .execute();
  return rows.map(({ createdAt, updatedAt, ...row }) => ({
    ...row,
    workspaceId: row.id,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }));
}
