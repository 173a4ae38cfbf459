/** A limit that stands for none: no installation drives as many executions of one flow at once. */
export const unlimited = 1_000;

/**
 * The IDs of executions that acquire a slot of their flow. The flow's lock is held until the transaction ends, so that
 * concurrent transactions do not count in between. Executions of flows without a limit are omitted, and cost nothing.
 * @param runs a table with its condition; it has an `id` and the columns named by the other arguments
 */
export function acquireSlotsSql(workspace: string, flow: string, limit: string, runs: string): string {
  return `select t.id from (
    select array_agg(${workspace}) as workspaces, array_agg(${flow}) as flows, array_agg("id") as runs,
      array_agg(${limit}::integer) as limits
    from ${runs} and ${limit} < ${unlimited}
  ) a, lateral take_turns(a.workspaces, a.flows, a.runs, a.limits) as t(id)`;
}

/** The number of free slots of a flow `f` with `workspace_id`, `flow_id` and `own_limit`. */
export const freeSlotsSql = `
  coalesce((select (c.settings ->> 'maxConcurrent')::integer from flows c
    where c.workspace_id = f.workspace_id and c.id = f.flow_id), f.own_limit)
  - (select count(*) from executions a where a.workspace_id = f.workspace_id and a.flow_id = f.flow_id
    and a.worker_id is not null and a.max_concurrent < ${unlimited})`;

/** Adds a job for an execution `n` that may acquire a slot. Its key prevents a second one while the first waits. */
export const jobOfSlotSql = `graphile_worker.add_jobs(array[row('run',
  json_build_object('workspaceId', n.workspace_id, 'executionId', n.id), null, null, null, 'turn:' || n.id, null, null
  )::graphile_worker.job_spec])`;

/** The first executions in line of a flow `f` with `free_slots`. */
export const nextInLineSql = `
  select e.workspace_id, e.id from executions e
  where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id and e.awaits_slot
  order by e.id limit greatest(f.free_slots, 0)`;

/**
 * CTEs of a statement that releases executions. `leaving` has `workspace_id`, `flow_id`, `frees_slot`, `hands_on` and
 * `max_concurrent` of each. A released slot is passed on to the next execution in line, which the same worker claims: one
 * leaves, one enters, so that the limit holds without its lock. `claimed` contains these. Jobs grant the slots that are
 * free beyond that. Costs one index lookup if nothing waits in line.
 * @param worker the worker, as a parameter of the statement
 */
export function passOnSlotCtes(leaving: string, worker: string): string {
  return `freed_slots as materialized (
    select f.workspace_id, f.flow_id, f.hands_on, f.freed + ${freeSlotsSql} as free_slots
    from (select workspace_id, flow_id, count(*) as freed, count(*) filter (where hands_on) as hands_on,
        min(max_concurrent) as own_limit from ${leaving} where frees_slot group by 1, 2) f
    where exists (select from executions w where w.workspace_id = f.workspace_id and w.flow_id = f.flow_id and w.awaits_slot)
  ), next_in_line as materialized (
    select n.* from freed_slots f, lateral (
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
    select count(*) from freed_slots f, lateral (
      select e.workspace_id, e.id from executions e
      where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id and e.awaits_slot
        and e.id not in (select id from next_in_line)
      order by e.id limit greatest(f.free_slots - f.hands_on, 0)) n, lateral ${jobOfSlotSql}
  )`;
}
