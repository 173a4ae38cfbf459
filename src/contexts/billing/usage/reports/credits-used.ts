/** An SQL expression for what an execution has cost so far, as a decimal. @param execution alias of its row */
export function creditsUsedSql(execution: string): string {
  return `(select (coalesce(sum(u.credits_micros), 0) / 1000000)::numeric(24, 6)::text from usage_events u
    where u.workspace_id = ${execution}.workspace_id and u.execution_id = ${execution}.id and u.event_type <> 'flow_execution')`;
}
