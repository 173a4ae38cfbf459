import type { EngineError } from '../../../../engine/step.js';
import type { Sql } from '../../../../platform/database/database.js';
import { anyOf, typed } from '../../../../platform/database/typed-sql.js';
import { webhookListensSql } from '../../webhooks/index.js';
import { grantSlotsSql, highestLimit } from '../store/concurrency-slots.sql.js';
import { executions } from '../store/execution.entity.js';
import { controlsChannel, lookAtKeysSql } from '../store/flow-controls.sql.js';
import type { LoggedExecution } from '../store/log-end.js';
import { deepestCall } from '../store/new-execution.js';

interface TreeMember {
  id: string;
  flowId: string;
  freesSlot: boolean;
}

/** What a cancellation found and ended. */
export interface CancelledTree {
  /** The former status of each execution that was to be cancelled, by ID. */
  former: ReadonlyMap<string, string>;
  /** Those that it has ended, with the executions that they called: to be logged after the commit. */
  ended: readonly (LoggedExecution & { at: string })[];
}

/** Executions cancelled in one transaction. The rest of a larger tree is cancelled when calls are settled. */
const treeAtMost = 5_000;

/** How executions are cancelled. */
export interface Cancelling {
  /** Those whose caller continues and receives the result. */
  answered: readonly string[];
  /** Why, for those that are named; the executions that they called have none. */
  error?: EngineError;
}

/**
 * Cancels running executions and all that they called and wait for, in the caller's transaction: raises their fences,
 * so that their workers can write nothing more, and notifies these.
 */
export async function cancelTree(
  sql: Sql,
  workspaceId: string,
  ids: readonly string[],
  { answered, error }: Cancelling,
): Promise<CancelledTree> {
  const members = await lockTree(sql, workspaceId, ids);
  const open = members.map(({ id }) => id);
  const former = await statusOf(sql, workspaceId, ids);
  if (open.length === 0) return { former, ended: [] };
  const values = [
    workspaceId,
    open,
    answered,
    members.length === treeAtMost,
    ids,
    error ? JSON.stringify(error) : null,
  ];
  const { rows } = await sql.query<{ ended: CancelledTree['ended'] | null }>(cancelSql, values);
  const freed = new Set(members.filter(({ freesSlot }) => freesSlot).map(({ flowId }) => flowId));
  for (const flowId of freed) await sql.query(grantSlotsSql, [workspaceId, flowId]);
  return { former, ended: rows[0]?.ended ?? [] };
}

/**
 * Locks the open executions of a tree in the order in which they were started, callers before those they called. An
 * execution that was being started by one of them has committed by the time that one is locked, so a read that finds
 * nothing new has found all.
 */
async function lockTree(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<TreeMember[]> {
  for (let known = new Set<string>(); ; ) {
    const { rows } = await sql.query<TreeMember>(lockTreeSql, [workspaceId, ids, treeAtMost]);
    if (rows.every(({ id }) => known.has(id))) return rows;
    known = new Set(rows.map(({ id }) => id));
  }
}

/** Read after the locks: nothing can end them any more but this transaction. */
async function statusOf(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await typed(sql, 'execution_status', executions)
    .selectFrom('executions')
    .select(['id', 'status'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Recursion, with locks. $1: workspace, $2: the roots, $3: executions at most, callers first. */
const lockTreeSql = `/* lock_call_tree */
with recursive tree as (
  select id, 0 as depth from unnest($2::uuid[]) as r(id)
  union
  select c.id, t.depth + 1 from tree t join executions c on c.workspace_id = $1 and c.parent_execution_id = t.id
  join execution_claims k on k.workspace_id = c.workspace_id and k.execution_id = c.id and k.answers and not k.ended
  where t.depth < ${deepestCall}
)
select c.execution_id as id, c.flow_id as "flowId",
  c.worker_id is not null and c.max_concurrent < ${highestLimit} as "freesSlot"
from execution_claims c where c.workspace_id = $1 and c.execution_id in (select id from tree limit $3) and not c.ended
order by c.execution_id for update`;

/**
 * All rows of all tables in one statement. $1: workspace, $2: executions, all locked, $3: those whose callers receive a result,
 * $4: whether some are left, $5, $6: those that were named and why they end. An execution may have written its last event in a transaction that began after this one: the feed
 * shows the cancellation in its place, after it. Its time is read after the locks for which this transaction waited: until
 * then they were running.
 */
const cancelSql = `/* cancel_executions */
with clock as materialized (
  select clock_timestamp() as at
), claims as (
  select execution_id, fence + 1 as fence, answers and execution_id = any($3::uuid[]) as answers, abandons or $4 as abandons,
    flow_id, control_key
  from execution_claims where workspace_id = $1 and execution_id = any($2::uuid[])
), dropped as (
  delete from execution_claims c using claims k
  where c.workspace_id = $1 and c.execution_id = k.execution_id and not k.answers and not k.abandons
), ended as (
  update execution_claims c set ended = true, fence = c.fence + 1, worker_id = null, ready_at = null, due_at = null,
    awaits_slot = false, control_rank = null, answers = k.answers, abandons = k.abandons
  from claims k where c.workspace_id = $1 and c.execution_id = k.execution_id and (k.answers or k.abandons)
), runs as (
  update executions set status = 'cancelled', finished_at = greatest((select at from clock), started_at),
    error = case when id = any($5::uuid[]) then $6::json end
  where workspace_id = $1 and id = any($2::uuid[])
  returning id, flow_id, trigger, started_at, finished_at
), steps as (
  update execution_steps set status = 'cancelled', finished_at = greatest((select at from clock), started_at), resume_at = null
  where workspace_id = $1 and execution_id = any($2::uuid[]) and status in ('running', 'waiting')
  returning execution_id, node_id, iteration, attempt
), waits as (
  delete from event_waits where workspace_id = $1 and execution_id = any($2::uuid[])
), parked as (
  delete from parked_steps where workspace_id = $1 and execution_id = any($2::uuid[])
), ended_keys as (
  ${lookAtKeysSql('select distinct $1::uuid, flow_id, control_key, now() from claims where control_key is not null')}
  returning id
), events as (
  insert into execution_events (workspace_id, execution_id, fence, n, place, flow_id, steps, execution)
  select $1, r.id, k.fence, 0, greatest(pg_current_xact_id(), (select e.place from execution_events e
      where e.workspace_id = $1 and e.execution_id = r.id order by e.fence desc, e.n desc limit 1)),
    r.flow_id, coalesce((select json_agg(json_build_object(
      'nodeId', node_id, 'iteration', iteration, 'status', 'cancelled', 'attempt', attempt))
    from steps s where s.execution_id = r.id), '[]'), '{"status":"cancelled","phase":"done"}'
  from runs r join claims k on k.execution_id = r.id
), notices as (
  insert into execution_notices (workspace_id, execution_id, kind) select $1, id, 'cancelled' from runs
  where trigger <> 'simulation' and ${webhookListensSql('$1', "'execution.cancelled'")}
  returning id
)
select concat_ws(' ', 'execution_events', string_agg('execution_stopped:' || id, ' '),
    (select 'calls_ended' from claims where answers or abandons limit 1),
    (select 'execution_notices' from notices limit 1), (select '${controlsChannel}' from ended_keys limit 1)) as notifies,
  json_agg(json_build_object('id', id, 'workspaceId', $1::uuid, 'flowId', flow_id, 'startedAt', started_at, 'at', finished_at)) as ended
from runs`;
