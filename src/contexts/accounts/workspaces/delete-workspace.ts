import type { Scope } from '../../../platform/graphql/context.js';
import { Workspace } from './workspace.entity.js';

// The raised fence rejects further writes of the workers that drive the executions; the notification stops them.
const stopExecutions = `/* stop_workspace_executions */
  with stopped as (
    update executions set status = 'cancelled', phase = 'done', fence = fence + 1, worker_id = null,
      resume_at = null, awaits_slot = false, finished_at = ?
    where workspace_id = ? and status = 'running' returning id
  )
  select pg_notify('execution_stopped', id::text) from stopped`;

/** Deletes a workspace with everything in it and cancels its executions. Cannot be undone. */
export async function deleteWorkspace(scope: Scope): Promise<{ id: string }> {
  await scope.unitOfWork(async (em) => {
    await em.execute(stopExecutions, [scope.services.now(), scope.workspaceId]);
    await em.nativeDelete(Workspace, { id: scope.workspaceId });
  });
  return { id: scope.workspaceId };
}
