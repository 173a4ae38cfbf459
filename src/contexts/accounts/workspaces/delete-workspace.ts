import type { Scope } from '../../../platform/graphql/context.js';

/** Removes a workspace with its members, keys, flows and secrets, and stops its runs. Cannot be undone. */
export async function deleteWorkspace(scope: Scope): Promise<{ id: string }> {
  await scope.transaction(async (sql) => {
    // The raised fence keeps a worker that drives a run from writing more; the notification makes it stop.
    await sql.query(
      `/* stop_workspace_runs */
       with stopped as (
         update executions set status = 'cancelled', phase = 'done', fence = fence + 1, worker_id = null,
           resume_at = null, awaits_turn = false, finished_at = $2
         where workspace_id = $1 and status = 'running' returning id
       )
       select pg_notify('execution_stopped', id::text) from stopped`,
      [scope.workspaceId, scope.services.now()],
    );
    await sql.query('/* delete_workspace */ delete from workspaces where id = $1', [scope.workspaceId]);
  });
  return { id: scope.workspaceId };
}
