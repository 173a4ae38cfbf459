import type { Sql } from '../../../../platform/database/database.js';
import type { ClaimedExecution } from './execution-record.js';

/** An execution as one worker drives it: identified by its fence. */
export type ExecutionFence = Pick<ClaimedExecution, 'workspaceId' | 'id' | 'fence'>;

/** Waiting steps of an execution that must not accept signals any more. */
export interface Closing {
  run: ExecutionFence;
  stepIds: readonly string[];
}

/**
 * From the commit on, these steps accept no signal, as if their time had passed by the database's clock. Has no effect
 * if the fence was lost. Locks the same rows as `signalStep`, in the same order: a concurrent signal has either
 * committed before, or is refused.
 */
export async function closeWaits(sql: Sql, closings: readonly Closing[]): Promise<void> {
  const rows = closings.map(({ run: { workspaceId, id, fence }, stepIds }) => ({ workspaceId, id, fence, stepIds }));
  await sql.query({ name: 'close_waits', text: closeWaitsSql, values: [JSON.stringify(rows)] });
}

/**
 * A batch, under locks. $1: closings as JSON. The time is truncated to milliseconds, as the column is: rounded up, a step could
 * stay open a moment longer.
 */
const closeWaitsSql = `/* close_waits */
with runs as (
  select c.workspace_id, c.execution_id as id, r."stepIds" as step_ids
  from json_to_recordset($1::json) as r("workspaceId" uuid, "id" uuid, "fence" integer, "stepIds" json)
  join execution_claims c on c.workspace_id = r."workspaceId" and c.execution_id = r."id"
  where c.fence = r."fence" and not c.ended
  order by c.execution_id for update of c
)
update execution_steps s set resume_at = least(s.resume_at, date_trunc('milliseconds', clock_timestamp()))
from runs r
where s.workspace_id = r.workspace_id and s.execution_id = r.id and s.status in ('running', 'waiting')
  and s.id::text in (select json_array_elements_text(r.step_ids))`;
