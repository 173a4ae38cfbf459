/** What a run has cost so far, as a decimal: an expression of a statement. @param run alias of a row of executions */
export function creditsUsedSql(run: string): string {
  return `(select (coalesce(sum(u.credits_micros), 0) / 1000000)::numeric(24, 6)::text from usage_events u
    where u.workspace_id = ${run}.workspace_id and u.execution_id = ${run}.id and u.event_type <> 'flow_execution')`;
}
