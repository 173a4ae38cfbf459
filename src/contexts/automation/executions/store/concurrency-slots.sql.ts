// Counters and queues of flows, under locks, as parts of hot statements or as statements of their own.

import { convicted, suspectFrom } from './execution-errors.js';

/** The most that `maxConcurrent` may be. Executions of flows with it are not counted, so that they cost no lock of their flow. */
export const highestLimit = 1_000;

/** Executions of one flow that may be put back into the queue by one statement when slots become free. */
const grantedAtOnce = 1_000;

/**
 * The IDs of executions that acquire a slot of their flow. The flow's lock is held until the transaction ends, so that
 * concurrent transactions do not count in between. Executions of flows without a limit are omitted, and cost nothing.
 * @param runs a table with its condition; it has an `id` and the columns named by the other arguments
 */
export function acquireSlotsSql(workspace: string, flow: string, limit: string, runs: string): string {
  return `select t.id from (
    select array_agg(${workspace}) as workspaces, array_agg(${flow}) as flows, array_agg("id") as runs,
      array_agg(${limit}::integer) as limits
    from ${runs} and ${limit} < ${highestLimit}
  ) a, lateral acquire_slots(a.workspaces, a.flows, a.runs, a.limits) as t(id)`;
}

/** The number of free slots of a flow `f` with `workspace_id`, `flow_id` and `own_limit`. */
const freeSlotsSql = `
  coalesce((select (c.settings ->> 'maxConcurrent')::integer from flows c
    where c.workspace_id = f.workspace_id and c.id = f.flow_id), f.own_limit)
  - (select count(*) from execution_claims a where a.workspace_id = f.workspace_id and a.flow_id = f.flow_id
    and a.worker_id is not null and a.max_concurrent < ${highestLimit})`;

/**
 * Puts the next executions in line back into the queue, where they acquire the free slots. Those that another transaction
 * is changing are skipped: it grants them itself, or {@link grantAllSlotsSql} does.
 * @param flows a table of flows with `workspace_id`, `flow_id` and `free_slots`
 * @param except a condition on executions `e` that get a slot otherwise
 */
function queueNextSql(flows: string, except = ''): string {
  return `update execution_claims c set ready_at = now() from ${flows} f, lateral (
      select e.execution_id from execution_claims e
      where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id and e.awaits_slot${except}
      order by e.execution_id limit least(greatest(f.free_slots, 0), ${grantedAtOnce}) for update skip locked) n
    where c.workspace_id = f.workspace_id and c.execution_id = n.execution_id and c.ready_at is null
    returning 1`;
}

/**
 * CTEs of a statement that releases executions. `leaving` has `workspace_id`, `flow_id`, `frees_slot`, `hands_on` and
 * `max_concurrent` of each. A released slot is passed on to the next execution in line, which the same worker claims: one
 * leaves, one enters, so that the limit holds without its lock. `claimed` contains these. Slots that are free beyond that
 * are granted through the queue. Costs one index lookup if nothing waits in line.
 * @param worker the worker, as a parameter of the statement
 */
export function passOnSlotCtes(leaving: string, worker: string): string {
  return `freed_slots as materialized (
    select f.workspace_id, f.flow_id, f.hands_on, f.freed + ${freeSlotsSql} as slots
    from (select workspace_id, flow_id, count(*) as freed, count(*) filter (where hands_on) as hands_on,
        min(max_concurrent) as own_limit from ${leaving} where frees_slot group by 1, 2) f
    where exists (select from execution_claims w where w.workspace_id = f.workspace_id and w.flow_id = f.flow_id and w.awaits_slot)
  ), next_in_line as materialized (
    select n.* from freed_slots f, lateral (
      select e.workspace_id, e.execution_id, e.fence from execution_claims e
      where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id and e.awaits_slot
        and (e.takeovers < ${suspectFrom} or e.takeovers >= ${convicted})
      order by e.execution_id limit greatest(least(f.slots, f.hands_on), 0) for update skip locked) n
  ), claimed as (
    update execution_claims e set worker_id = ${worker}, fence = e.fence + 1, ready_at = null, due_at = null, awaits_slot = false
    from next_in_line n
    where e.workspace_id = n.workspace_id and e.execution_id = n.execution_id and e.worker_id is null
      and e.awaits_slot and e.fence = n.fence
    returning e.*
  ), slots as (
    ${queueNextSql(
      '(select workspace_id, flow_id, slots - hands_on as free_slots from freed_slots)',
      ' and e.execution_id not in (select execution_id from next_in_line)',
    )}
  )`;
}

/** $1: workspace, $2: flow, of which an execution is not active any more. Queues the next ones in line. */
export const grantSlotsSql = `/* grant_slots */
with flow as (
  select f.workspace_id, f.flow_id, ${freeSlotsSql} as free_slots
  from (select $1::uuid as workspace_id, $2::uuid as flow_id, ${highestLimit} as own_limit) f
)
${queueNextSql('flow')}`;

/**
 * Queues the next executions of every line: an execution may begin to wait for a slot while another one releases it, and
 * neither sees the other. Goes from flow to flow by the index, however long the lines are.
 */
export const grantAllSlotsSql = `/* grant_all_slots */
with recursive lines as (
  (select workspace_id, flow_id, max_concurrent from execution_claims where awaits_slot
    order by workspace_id, flow_id, execution_id limit 1)
  union all
  select n.* from lines l, lateral (
    select workspace_id, flow_id, max_concurrent from execution_claims
    where awaits_slot and (workspace_id, flow_id) > (l.workspace_id, l.flow_id)
    order by workspace_id, flow_id, execution_id limit 1) n
), flow as (
  select f.workspace_id, f.flow_id, ${freeSlotsSql} as free_slots
  from (select workspace_id, flow_id, max_concurrent as own_limit from lines) f
)
${queueNextSql('flow')}`;
