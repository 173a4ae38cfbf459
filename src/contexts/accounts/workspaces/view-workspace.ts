import type { Scope } from '../../../platform/graphql/context.js';
import type { WorkspaceView } from '../entities/workspace.entity.js';

/** Returns the workspace of a scope from the data that authorized the caller, without a statement. */
export function viewWorkspace({ access }: Scope): WorkspaceView {
  return {
    id: access.workspaceId,
    workspaceId: access.workspaceId,
    name: access.workspaceName,
    role: access.role,
    timezone: access.timezone,
    country: access.country,
    defaultErrorFlowId: access.defaultErrorFlowId,
    dailyBudget: access.dailyBudget,
    monthlyBudget: access.monthlyBudget,
    postalAddress: access.postalAddress,
    createdAt: access.createdAt,
    updatedAt: access.updatedAt,
  };
}
