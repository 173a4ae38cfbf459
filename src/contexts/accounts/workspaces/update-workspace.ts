import { notFound } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { Workspace, type WorkspaceView } from './workspace.entity.js';
import type { UpdateWorkspaceInput } from './workspace.input.js';

/** Updates the fields that are sent; `updatedAt` changes only if a value does. @throws AppError NOT_FOUND */
export async function updateWorkspace(scope: Scope, input: UpdateWorkspaceInput): Promise<WorkspaceView> {
  const workspace = await scope.unitOfWork(async (em) => {
    const found = await em.findOne(Workspace, { id: scope.workspaceId });
    if (!found) throw notFound('workspace');
    const { name, timezone } = { name: input.name ?? found.name, timezone: input.timezone ?? found.timezone };
    if (name === found.name && timezone === found.timezone) return found;
    return em.assign(found, { name, timezone, updatedAt: scope.services.now() });
  });
  return { ...workspace, workspaceId: workspace.id, role: scope.access.role };
}
