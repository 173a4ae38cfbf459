import { freeSlotsSql, jobOfSlotSql, nextInLineSql, unlimited } from './concurrency-slots.sql.js';

/** $1: workspace, $2: flow, of which an execution is not active any more. Adds jobs for the next ones in line. */
export const grantSlotsSql = `/* give_turns */
select count(*)::integer as runs from (
  select f.workspace_id, f.flow_id, ${freeSlotsSql} as free_slots
  from (select $1::uuid as workspace_id, $2::uuid as flow_id, ${unlimited} as own_limit) f
) f, lateral (${nextInLineSql}) n, lateral ${jobOfSlotSql}`;

/**
 * Adds jobs for the next executions in every line: an execution may begin to wait for a slot while another one releases
 * it, and neither sees the other. Goes from flow to flow by the index, however long the lines are.
 */
export const grantAllSlotsSql = `/* give_all_turns */
with recursive lines as (
  (select workspace_id, flow_id, max_concurrent from executions where awaits_slot order by workspace_id, flow_id, id limit 1)
  union all
  select n.* from lines l, lateral (
    select workspace_id, flow_id, max_concurrent from executions
    where awaits_slot and (workspace_id, flow_id) > (l.workspace_id, l.flow_id)
    order by workspace_id, flow_id, id limit 1) n
)
select count(*)::integer as runs from (
  select f.workspace_id, f.flow_id, ${freeSlotsSql} as free_slots
  from (select workspace_id, flow_id, max_concurrent as own_limit from lines) f
) f, lateral (${nextInLineSql}) n, lateral ${jobOfSlotSql}`;
