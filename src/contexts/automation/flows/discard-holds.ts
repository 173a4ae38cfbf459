import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { FlowKey } from './create-webhook-token.js';

// Tables of executions, whose module stands on this one. Index lookups where nothing is held.
const text = `/* discard_holds_of_flow */
with failures as (
  delete from hold_failures where workspace_id = $1 and flow_id = $2
), closed as (
  delete from flow_holds where workspace_id = $1 and flow_id = $2 and closed_at < now() - interval '1 minute'
), discarded as (
  update flow_holds set state = 'discarding', due_at = now() where workspace_id = $1 and flow_id = $2 and closed_at is null
  returning id
)
select 'flow_holds' as notifies from discarded limit 1`;

/** Cancels the executions that wait at holds of a flow that is deleted: they can be released no more. */
export async function discardHolds(sql: Sql, { workspaceId, flowId }: FlowKey): Promise<void> {
  await sql.query(statement(text, [workspaceId, flowId]));
}
