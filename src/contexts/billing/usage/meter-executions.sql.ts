import { meters } from '../../../platform/meters.js';

const { app, unit } = meters.flow_execution;

/**
 * The events of runs that begin: an insert, for the statement that keeps the runs. Each has its run's own id, so a run is
 * metered once. A simulation does nothing that is metered.
 * @param runs a select of (workspace_id, id, flow_id, trigger)
 */
export function meterExecutionsSql(runs: string): string {
  return `insert into usage_events (workspace_id, id, account_id, event_type, app, source, quantity, unit, credits_micros,
    flow_id, execution_id)
  select r.workspace_id, r.id, w.account_id, 'flow_execution', '${app}', 'platform', 1, '${unit}', 0, r.flow_id, r.id
  from (${runs}) r join workspaces w on w.id = r.workspace_id where r.trigger <> 'simulation'`;
}
