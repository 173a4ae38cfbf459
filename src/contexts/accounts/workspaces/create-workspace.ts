import type { Principal } from '../../../platform/access/principal.js';
import type { Sql } from '../../../platform/database/database.js';
import type { Services } from '../../../platform/services.js';
import type { WorkspaceView } from '../entities/workspace.entity.js';
import { findLiveUser } from '../users/index.js';
import type { CreateWorkspaceInput } from './workspace.input.js';

/** Creates a workspace in the caller's account, with the caller as its OWNER. @throws AppError INVALID_TOKEN */
export async function createWorkspace(
  services: Services,
  principal: Principal,
  input: CreateWorkspaceInput,
): Promise<WorkspaceView> {
  const owner = await findLiveUser(services, principal);
  const workspace = await insertWorkspace(services.db.pool, owner, input);
  services.db.wrote(workspace.id);
  return workspace;
}

/** Inserts a workspace and its first OWNER in one statement, so that no transaction is needed. */
export async function insertWorkspace(
  sql: Sql,
  owner: { id: string; accountId: string },
  { name, timezone, country }: CreateWorkspaceInput,
): Promise<WorkspaceView> {
  const { rows } = await sql.query<WorkspaceView>(
    `/* create_workspace */
     with workspace as (
       insert into workspaces (account_id, name, timezone, country) values ($1, $3, $4, $5) returning *
     ), owner as (
       insert into members (workspace_id, user_id, role) select id, $2, 'OWNER' from workspace returning role
     )
     select w.id, w.id as "workspaceId", w.name, w.timezone, w.country, w.default_error_flow_id as "defaultErrorFlowId",
       w.daily_budget as "dailyBudget", w.monthly_budget as "monthlyBudget", w.postal_address as "postalAddress",
       w.created_at as "createdAt", w.updated_at as "updatedAt", o.role
     from workspace w, owner o`,
    [owner.accountId, owner.id, name, timezone ?? 'UTC', country?.toUpperCase() ?? null],
  );
  return rows[0] as WorkspaceView;
}
