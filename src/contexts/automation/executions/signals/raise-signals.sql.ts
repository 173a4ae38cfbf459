/**
 * Counts one more signal of open executions and queues those that wait; returns `id` and `was_waiting`. The rows must be
 * locked.
 * @param workspace SQL of the workspace's ID
 * @param which a condition on `execution_id`
 */
export function raiseSignalsSql(workspace: string, which: string): string {
  return `update execution_claims c set signals = c.signals + 1, ready_at = case when w.waits then now() else c.ready_at end,
    due_at = case when w.waits then null else c.due_at end
  from (select workspace_id, execution_id, worker_id is null and ready_at is null and not awaits_slot as waits
    from execution_claims where workspace_id = ${workspace} and execution_id ${which} and not ended) w
  where c.workspace_id = w.workspace_id and c.execution_id = w.execution_id
  returning c.execution_id as id, w.waits as was_waiting`;
}
