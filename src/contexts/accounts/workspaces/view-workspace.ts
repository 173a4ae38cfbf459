import type { Scope } from '../../../platform/graphql/context.js';
import type { WorkspaceView } from './workspace.entity.js';

/** The scope's own workspace, from what was read to authorise the caller: costs no statement. */
export function viewWorkspace({ access }: Scope): WorkspaceView {
  return {
    id: access.workspaceId,
    workspaceId: access.workspaceId,
    name: access.workspaceName,
    role: access.role,
    timezone: access.timezone,
    createdAt: access.createdAt,
    updatedAt: access.updatedAt,
  };
}
