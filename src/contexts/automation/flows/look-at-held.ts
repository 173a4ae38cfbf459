import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { FlowContent } from './content/flow-content.js';
import type { FlowKey } from './create-webhook-token.js';

// Tables of executions, whose module stands on this one. An index lookup where nothing waits.
const text = `/* look_at_held */
with looks as (
  insert into flow_controls (workspace_id, flow_id, key)
  select distinct workspace_id, flow_id, control_key from execution_claims
  where workspace_id = $1 and flow_id = $2 and control_rank is not null
  returning id
)
select 'flow_controls' as notifies from looks limit 1`;

/** Lets the executions that wait be looked at again, because the control of their flow has changed or is gone. */
export async function lookAtHeld(
  sql: Sql,
  { workspaceId, flowId }: FlowKey,
  before: Partial<FlowContent['settings']>,
  after: Partial<FlowContent['settings']>,
): Promise<void> {
  if (isDeepStrictEqual(before.control, after.control)) return;
  await sql.query(statement(text, [workspaceId, flowId]));
}
