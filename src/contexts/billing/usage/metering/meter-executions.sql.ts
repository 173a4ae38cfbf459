import { meters } from '../../../../platform/metering/meters.js';

const { app, unit } = meters.flow_execution;

/**
 * An insert of usage events for new executions, for the statement that creates them. Each event has the ID of its
 * execution, so an execution is metered once. Simulations are not metered.
 * @param executions a select of (workspace_id, id, flow_id, trigger)
 */
export function meterExecutionsSql(executions: string): string {
  return `insert into usage_events (workspace_id, id, account_id, event_type, app, source, quantity, unit, credits_micros,
    flow_id, execution_id)
  select r.workspace_id, r.id, w.account_id, 'flow_execution', '${app}', 'platform', 1, '${unit}', 0, r.flow_id, r.id
  from (${executions}) r join workspaces w on w.id = r.workspace_id where r.trigger <> 'simulation'`;
}
