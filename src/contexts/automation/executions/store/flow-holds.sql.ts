// Queues and many rows at once: the executions that a hold of their flow keeps before a node.

import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { dueRows, queue } from '../../../../platform/work/queues.js';
import { raiseSignalsSql } from './raise-signals.sql.js';

queue('holds', dueRows('flow_holds'));
queue('hold_failures', dueRows('hold_failures'));

/** A hold that executions of its flow wait at. */
export interface OpenHold {
  id: string;
  nodeId: string;
  code: string;
  /** Empty for any. */
  host: string;
}

/** Holds of one flow that an execution looks at, oldest first. */
const heldAtOnce = 1_000;

const openSql = `/* open_holds */
select id, node_id as "nodeId", code, host from flow_holds
where workspace_id = $1 and flow_id = $2 and closed_at is null and state in ('held', 'releasing') order by id limit ${heldAtOnce}`;

/** The holds of a flow before which its executions wait now. */
export async function readHolds(
  sql: Sql,
  { workspaceId, flowId }: { workspaceId: string; flowId: string },
): Promise<OpenHold[]> {
  return (await sql.query<OpenHold>(statement(openSql, [workspaceId, flowId]))).rows;
}

/** What failed how often, at which node, how and at which host. */
export interface Cause {
  flowId: string;
  nodeId: string;
  code: string;
  host: string;
}

const takeSql = `/* take_hold_failures */
with due as materialized (
  select workspace_id, flow_id, node_id, code, host, execution_id from hold_failures
  where workspace_id = $1 and due_at <= clock_timestamp() order by due_at limit $2 for update skip locked
), taken as (
  update hold_failures f set due_at = null from due d
  where f.workspace_id = d.workspace_id and f.flow_id = d.flow_id and f.node_id = d.node_id and f.code = d.code
    and f.host = d.host and f.execution_id = d.execution_id
)
select flow_id as "flowId", node_id as "nodeId", code, host, count(*)::integer as count
from due group by flow_id, node_id, code, host order by flow_id, node_id, code, host`;

/** Takes failures that have not been counted, in the caller's transaction: if it fails, they stay due. */
export async function takeFailures(
  sql: Sql,
  workspaceId: string,
  most: number,
): Promise<(Cause & { count: number })[]> {
  return (await sql.query<Cause & { count: number }>(statement(takeSql, [workspaceId, most]))).rows;
}

const causeOf = 'workspace_id = $1 and flow_id = $2 and node_id = $3 and code = $4 and host = $5';

/**
 * Counts what was committed, also by others, so that of concurrent counts at least one opens the hold, and the index lets only one.
 * A release of the same cause stops: the executions that it has not let go wait again.
 */
const holdSql = `/* hold_flow */
with counted as (
  select count(*)::integer as failures, (array_agg(e.message order by e.failed_at desc))[1] as message, max(f.name) as name
  from flows f join hold_failures e on e.workspace_id = f.workspace_id and e.flow_id = f.id
  where f.workspace_id = $1 and f.id = $2 and e.node_id = $3 and e.code = $4 and e.host = $5
    and e.failed_at > clock_timestamp() - (f.settings #>> '{hold,seconds}')::integer * interval '1 second'
  having count(*) >= max((f.settings #>> '{hold,failures}')::integer)
), opened as (
  insert into flow_holds as h (workspace_id, flow_id, node_id, code, host, message, failures)
  select $1, $2, $3, $4, $5, message, failures from counted
  on conflict (workspace_id, flow_id, node_id, code, host) where closed_at is null do update
    set state = 'held', due_at = null, to_version = null, message = excluded.message, failures = h.failures + excluded.failures
    where h.state = 'releasing'
  returning h.id, h.message, h.failures, h.opened_at
)
select o.id, o.message, o.failures, o.opened_at as "openedAt", c.name as "flowName" from opened o, counted c`;

/** A hold that has just opened. */
export interface OpenedHold {
  id: string;
  flowName: string;
  message: string;
  failures: number;
  openedAt: Date;
}

/** Opens the hold of a cause, if there are as many failures as the flow says. @returns null if there are not, or if it is open */
export async function openHold(
  sql: Sql,
  workspaceId: string,
  { flowId, nodeId, code, host }: Cause,
): Promise<OpenedHold | null> {
  const values = [workspaceId, flowId, nodeId, code, host];
  const { rows } = await sql.query<OpenedHold>(statement(holdSql, values));
  if (!rows[0]) return null;
  await sql.query(statement(`/* forget_hold_failures */ delete from hold_failures where ${causeOf}`, values));
  return rows[0];
}

/** A hold that is released or discarded. */
export interface SettlingHold extends OpenHold {
  workspaceId: string;
  flowId: string;
  state: 'releasing' | 'released' | 'discarding' | 'discarded';
  toVersion: number | null;
  settled: number;
}

const dueSql = `/* take_due_hold */
select workspace_id as "workspaceId", id, flow_id as "flowId", node_id as "nodeId", code, host, state, to_version as "toVersion", settled
from flow_holds where due_at <= clock_timestamp() order by due_at limit 1 for update skip locked`;

/** Locks the hold that has been due for longest. */
export async function takeDueHold(sql: Sql): Promise<SettlingHold | null> {
  return (await sql.query<SettlingHold>(statement(dueSql, []))).rows[0] ?? null;
}

/** A parked execution. */
export interface ParkedExecution {
  id: string;
  flowVersion: number;
  startNodeId: string | null;
}

const parkedSql = `/* parked_executions */
select e.id, e.flow_version as "flowVersion", coalesce(e.start_node_id, e.trigger_node_id) as "startNodeId"
from (select distinct execution_id from parked_steps where workspace_id = $1 and hold_id = $2 order by execution_id limit $3) p
join executions e on e.workspace_id = $1 and e.id = p.execution_id order by e.id`;

/** The executions that a hold keeps, in the order in which they arrived. */
export async function parkedAt(
  sql: Sql,
  { workspaceId, id }: Pick<SettlingHold, 'workspaceId' | 'id'>,
  most: number,
): Promise<ParkedExecution[]> {
  return (await sql.query<ParkedExecution>(statement(parkedSql, [workspaceId, id, most]))).rows;
}

/** $1: workspace, $2: executions. As everywhere, claim rows are locked in the order of their IDs, before what is done to steps. */
const lockSql = `/* lock_parked_executions */
select execution_id from execution_claims where workspace_id = $1 and execution_id = any($2::uuid[]) and not ended
order by execution_id for update`;

/** Locks executions until the transaction ends. */
export async function lockParked(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<void> {
  await sql.query(statement(lockSql, [workspaceId, ids]));
}

/** $1: workspace, $2: executions, $3: the hold. Steps that wait for it may begin; their executions are queued, or notified. */
const letGoSql = `/* let_parked_go */
with unparked as (
  delete from parked_steps where workspace_id = $1 and hold_id = $3 and execution_id = any($2::uuid[]) returning execution_id, step_id
), steps as (
  update execution_steps s set resume_at = clock_timestamp() from unparked u
  where s.workspace_id = $1 and s.execution_id = u.execution_id and s.id = u.step_id and s.status = 'waiting'
), woken as (
  ${raiseSignalsSql('$1', 'in (select execution_id from unparked)')}
)
select concat_ws(' ', string_agg('execution_signalled:' || id, ' '), (select 'executions_ready' from woken where is_ready limit 1)) as notifies
from woken`;

/** Lets locked executions go on behind a hold. */
export async function letParkedGo(
  sql: Sql,
  { workspaceId, id }: Pick<SettlingHold, 'workspaceId' | 'id'>,
  ids: readonly string[],
): Promise<void> {
  await sql.query(statement(letGoSql, [workspaceId, ids, id]));
}

/**
 * $1: workspace, $2: locked executions of one version, $3: the hold, $4: the version that they run from now on, $5: the nodes whose
 * steps both versions have, $6: the name of the flow. Those that do something besides, or have done what the other version
 * cannot have, keep their version. Nodes that were skipped are decided again.
 */
const changeSql = `/* change_version_of_parked */
with changed as (
  update executions e set flow_version = $4, flow_name = $6 from execution_claims c
  where e.workspace_id = $1 and e.id = any($2::uuid[]) and c.workspace_id = e.workspace_id and c.execution_id = e.id
    and c.worker_id is null and not c.ended and not exists (
      select from execution_steps s left join parked_steps p
        on p.workspace_id = s.workspace_id and p.execution_id = s.execution_id and p.step_id = s.id and p.hold_id = $3
      where s.workspace_id = e.workspace_id and s.execution_id = e.id and s.status <> 'skipped' and (
        s.status in ('running', 'waiting') and (p.step_id is null or s.iteration <> '')
        or p.step_id is null and s.node_id <> all($5::text[])))
  returning e.id
)
delete from execution_steps s using changed c
where s.workspace_id = $1 and s.execution_id = c.id and s.iteration = ''
  and (s.status = 'skipped' or s.status = 'waiting' and s.node_id <> all($5::text[]))`;

/** Changes the version of locked executions that wait at a hold and nowhere else. */
export async function changeVersion(
  sql: Sql,
  { workspaceId, id }: Pick<SettlingHold, 'workspaceId' | 'id'>,
  ids: readonly string[],
  to: { version: number; name: string; shared: readonly string[] },
): Promise<void> {
  await sql.query(statement(changeSql, [workspaceId, ids, id, to.version, to.shared, to.name]));
}

const settledSql = `/* settled_hold */
update flow_holds set settled = settled + $3 where workspace_id = $1 and id = $2`;

/** Counts executions that a hold has let go or ended. */
export async function countSettled(
  sql: Sql,
  { workspaceId, id }: Pick<SettlingHold, 'workspaceId' | 'id'>,
  count: number,
): Promise<void> {
  await sql.query(statement(settledSql, [workspaceId, id, count]));
}

const closeSql = `/* close_hold */
update flow_holds h set due_at = null, closed_at = coalesce(h.closed_at, now()),
  state = case h.state when 'releasing' then 'released' when 'discarding' then 'discarded' else h.state end
where h.workspace_id = $1 and h.id = $2
returning (select f.name from flows f where f.workspace_id = h.workspace_id and f.id = h.flow_id) as "flowName"`;

/** Closes a hold that keeps nothing any more. @returns the name of its flow; null if that was deleted */
export async function closeHold(
  sql: Sql,
  { workspaceId, id }: Pick<SettlingHold, 'workspaceId' | 'id'>,
): Promise<string | null> {
  const { rows } = await sql.query<{ flowName: string | null }>(statement(closeSql, [workspaceId, id]));
  return rows[0]?.flowName ?? null;
}
