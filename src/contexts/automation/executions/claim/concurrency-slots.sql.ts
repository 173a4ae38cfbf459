/** A limit that counts for nothing: no installation drives as many runs of one flow at once. */
export const unlimited = 1_000;

/**
 * Those of some runs whose turn it is; the flow's lock is held until the transaction ends, so that nobody else counts in
 * between. Runs of flows without a limit are left out, and cost nothing.
 * @param runs a table with its condition, which has an `id` and the columns named before it
 */
export function acquireSlotsSql(workspace: string, flow: string, limit: string, runs: string): string {
  return `select t.id from (
    select array_agg(${workspace}) as workspaces, array_agg(${flow}) as flows, array_agg("id") as runs,
      array_agg(${limit}::integer) as limits
    from ${runs} and ${limit} < ${unlimited}
  ) a, lateral take_turns(a.workspaces, a.flows, a.runs, a.limits) as t(id)`;
}

/** Of a flow `f` with `workspace_id`, `flow_id` and `own_limit`: how many of its runs may become active. */
const freeSlotsSql = `
  coalesce((select (c.settings ->> 'maxConcurrent')::integer from flows c
    where c.workspace_id = f.workspace_id and c.id = f.flow_id), f.own_limit)
  - (select count(*) from executions a where a.workspace_id = f.workspace_id and a.flow_id = f.flow_id
    and a.worker_id is not null and a.max_concurrent < ${unlimited})`;

const jobOfSlotSql = `graphile_worker.add_jobs(array[row('run',
  json_build_object('workspaceId', n.workspace_id, 'executionId', n.id), null, null, null, 'turn:' || n.id, null, null
  )::graphile_worker.job_spec])`;

/** Of a flow `f` with free `places`: the first ones in its line. A job of theirs that waits already is not doubled. */
const nextInLineSql = `
  select e.workspace_id, e.id from executions e
  where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id and e.awaits_slot
  order by e.id limit greatest(f.free_slots, 0)`;

/**
 * Parts of a statement by which runs leave: `leaving` has `workspace_id`, `flow_id`, `frees_place`, `hands_on` and
 * `max_concurrent` of each. Who leaves hands its place to the next in line, which is claimed by the same worker: one goes,
 * one comes, so that the limit holds without its lock. `claimed` are these. What is free beyond that is given by jobs.
 * Costs one look at an index where nobody waits.
 * @param worker the worker, as a parameter of the statement
 */
export function passOnSlotCtes(leaving: string, worker: string): string {
  return `freed_places as materialized (
    select f.workspace_id, f.flow_id, f.hands_on, f.freed + ${freeSlotsSql} as free_slots
    from (select workspace_id, flow_id, count(*) as freed, count(*) filter (where hands_on) as hands_on,
        min(max_concurrent) as own_limit from ${leaving} where frees_place group by 1, 2) f
    where exists (select from executions w where w.workspace_id = f.workspace_id and w.flow_id = f.flow_id and w.awaits_slot)
  ), next_in_line as materialized (
    select n.* from freed_places f, lateral (
      select e.workspace_id, e.id, e.fence from executions e
      where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id and e.awaits_slot
      order by e.id limit greatest(least(f.free_slots, f.hands_on), 0) for update skip locked) n
  ), claimed as (
    update executions e set phase = 'active', worker_id = ${worker}, fence = e.fence + 1, resume_at = null, awaits_slot = false
    from next_in_line n join workspaces w on w.id = n.workspace_id
    where e.workspace_id = n.workspace_id and e.id = n.id and e.status = 'running' and e.worker_id is null
      and e.awaits_slot and e.fence = n.fence
    returning e.*, w.name as workspace_name
  ), slots as (
    select count(*) from freed_places f, lateral (
      select e.workspace_id, e.id from executions e
      where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id and e.awaits_slot
        and e.id not in (select id from next_in_line)
      order by e.id limit greatest(f.free_slots - f.hands_on, 0)) n, lateral ${jobOfSlotSql}
  )`;
}

/** $1: workspace, $2: flow. A run of it is active no longer: gives jobs to those that are next. */
export const grantSlotsSql = `/* give_turns */
select count(*)::integer as runs from (
  select f.workspace_id, f.flow_id, ${freeSlotsSql} as free_slots
  from (select $1::uuid as workspace_id, $2::uuid as flow_id, ${unlimited} as own_limit) f
) f, lateral (${nextInLineSql}) n, lateral ${jobOfSlotSql}`;

/**
 * Gives jobs to those that are next in every line there is: a run may begin to wait for its turn in the moment in which
 * another one leaves, and neither sees the other. Goes from flow to flow by the index, however long the lines are.
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
