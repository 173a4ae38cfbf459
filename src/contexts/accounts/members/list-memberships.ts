import type { Sql } from '../../../platform/database/database.js';
import type { WorkspaceView } from '../workspaces/index.js';

/** A workspace of a user, with their role. */
export type Membership = WorkspaceView;

/** Lists the workspaces of a user, oldest first. @param only the one to list, for an API key */
export async function listMemberships(sql: Sql, userId: string, only: string | null = null): Promise<Membership[]> {
  const { rows } = await sql.query<Membership>(
    `/* list_memberships */ select w.id, w.id as "workspaceId", w.name, m.role, w.timezone, w.country,
         w.default_error_flow_id as "defaultErrorFlowId", w.daily_budget as "dailyBudget",
         w.monthly_budget as "monthlyBudget", w.postal_address as "postalAddress", w.created_at as "createdAt", w.updated_at as "updatedAt"
       from members m join workspaces w on w.id = m.workspace_id
       where m.user_id = $1 and ($2::uuid is null or w.id = $2) order by w.id`,
    [userId, only],
  );
  return rows;
}
