/**
 * Counts one more signal of open executions and queues those that wait; returns `id` and `is_ready`. The rows must be
 * locked, if need be by the same statement: whether an execution waits is decided by its row as it is under the lock, not
 * by the snapshot, in which a worker that has released it since may still drive it.
 * @param workspace SQL of the workspace's ID
 * @param which a condition on `execution_id`
 */
export function raiseSignalsSql(workspace: string, which: string): string {
  const waits = 'c.worker_id is null and c.ready_at is null and not c.awaits_slot';
  return `update execution_claims c set signals = c.signals + 1, ready_at = case when ${waits} then now() else c.ready_at end,
    due_at = case when ${waits} then null else c.due_at end
  where c.workspace_id = ${workspace} and c.execution_id ${which} and not c.ended
  returning c.execution_id as id, c.ready_at is not null as is_ready`;
}
