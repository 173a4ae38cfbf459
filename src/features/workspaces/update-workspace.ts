import { notFound } from '../../platform/errors.js';
import type { Scope } from '../../platform/graphql/context.js';
import { Workspace, type WorkspaceView } from './workspace.entity.js';
import type { UpdateWorkspaceInput } from './workspace.input.js';

/** Changes what is sent; a change of nothing leaves `updatedAt`. @throws AppError NOT_FOUND */
export async function updateWorkspace(scope: Scope, input: UpdateWorkspaceInput): Promise<WorkspaceView> {
  const workspace = await scope.em.findOne(Workspace, { id: scope.workspaceId });
  if (!workspace) throw notFound('The workspace');
  const { name, timezone } = { name: input.name ?? workspace.name, timezone: input.timezone ?? workspace.timezone };
  if (name !== workspace.name || timezone !== workspace.timezone) {
    scope.em.assign(workspace, { name, timezone, updatedAt: scope.services.now() });
    await scope.em.flush();
  }
  return { ...workspace, workspaceId: workspace.id, role: scope.access.role };
}
