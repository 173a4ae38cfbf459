import type { Scope } from '../../../platform/graphql/context.js';
import { Workspace } from '../entities/workspace.entity.js';

/**
 * Stops the executions of a workspace: without their claim rows, the workers that drive them can write nothing more; the
 * notification stops them. Text, because the tables of executions belong to modules that stand on this one.
 */
export const stopExecutionsSql = (workspaceId: string, now: string) => `/* stop_workspace_executions */
  with dropped as (
    -- In the order in which claim rows are locked everywhere.
    delete from execution_claims where (workspace_id, execution_id) in (
      select workspace_id, execution_id from execution_claims where workspace_id = ${workspaceId} order by execution_id for update)
    returning workspace_id, execution_id
  ), waits as (
    delete from event_waits where workspace_id = ${workspaceId}
  ), controls as (
    delete from flow_controls where workspace_id = ${workspaceId}
  ), parked as (
    delete from parked_steps where workspace_id = ${workspaceId}
  ), failing as (
    delete from hold_failures where workspace_id = ${workspaceId}
  ), stopped as (
    update executions e set status = 'cancelled', finished_at = greatest(${now}, started_at) from dropped d
    where e.workspace_id = d.workspace_id and e.id = d.execution_id and e.status = 'running' returning e.id
  )
  select 'execution_stopped:' || id as notifies from stopped`;

/** Deletes a workspace with everything in it and cancels its executions. Cannot be undone. */
export async function deleteWorkspace(scope: Scope): Promise<{ id: string }> {
  const { workspaceId } = scope;
  await scope.unitOfWork(async (em) => {
    await em.execute(stopExecutionsSql('?', '?'), [...Array<string>(5).fill(workspaceId), scope.services.now()]);
    await em.nativeDelete(Workspace, { id: scope.workspaceId });
  });
  const { workspaceName: name, timezone } = scope.access;
  scope.changes.add({ ids: [scope.workspaceId], before: { name, timezone }, after: null });
  return { id: scope.workspaceId };
}
