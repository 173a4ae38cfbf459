import type { Scope } from '../../../platform/graphql/context.js';
import { Workspace } from './workspace.entity.js';

// The raised fence keeps a worker that drives a run from writing more; the notification makes it stop.
const stopRuns = `/* stop_workspace_runs */
  with stopped as (
    update executions set status = 'cancelled', phase = 'done', fence = fence + 1, worker_id = null,
      resume_at = null, awaits_slot = false, finished_at = ?
    where workspace_id = ? and status = 'running' returning id
  )
  select pg_notify('execution_stopped', id::text) from stopped`;

/** Removes a workspace with its members, keys, flows and secrets, and stops its runs. Cannot be undone. */
export async function deleteWorkspace(scope: Scope): Promise<{ id: string }> {
  await scope.unitOfWork(async (em) => {
    await em.execute(stopRuns, [scope.services.now(), scope.workspaceId]);
    await em.nativeDelete(Workspace, { id: scope.workspaceId });
  });
  return { id: scope.workspaceId };
}
