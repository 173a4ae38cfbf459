// Locks, queues and many rows at once: the executions of flows with `settings.control`.

import type { FlowControl } from '../../../../engine/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { dueRows, queue } from '../../../../platform/work/queues.js';

/** The channel by which workers are notified that there is something to do for a key. */
export const controlsChannel = 'flow_controls';

queue('controls', dueRows('flow_controls'));

/** The executions of a flow that share the limits of its control. */
export interface ControlKey {
  workspaceId: string;
  flowId: string;
  /** The value of `settings.control.key` by its hash; empty for the executions that have none. */
  key: string;
}

/** Executions in the line of a key that one look reads, and those that run if they may be replaced. */
export const heldAtOnce = 1_000;

/** With what the key of a schedule begins whose executions must not overlap; its ID follows. No other key looks like it. */
export const scheduleKey = 'schedule:';

/** Stands for no limit in comparisons. */
const unlimited = 1_000_000_000;

/** What is stored of a key. */
export interface StoredKey extends ControlKey {
  /** The current setting of the flow; null for none, and if the flow was deleted. */
  control: FlowControl | null;
  running: number;
  /** Executions that count for its throttle. */
  started: number;
  /** Those that run, oldest first; one of them with `skip`, none with `queue`. */
  runningIds: string[];
  waiting: { id: string; skips: boolean }[];
}

/**
 * An insert of what is to be looked at, for the statement after which an execution of a key ends or waits. Waits for nothing.
 * @param rows a select of (workspace_id, flow_id, key, due_at)
 */
export const lookAtKeysSql = (rows: string) => `insert into flow_controls (workspace_id, flow_id, key, due_at) ${rows}`;

/** $1: rows at most. Takes what is due; another process takes other rows. */
const takeSql = `/* take_control_keys */
with due as materialized (
  select workspace_id, id from flow_controls where due_at <= clock_timestamp() order by due_at limit $1 for update skip locked
), taken as (
  delete from flow_controls c using due d where c.workspace_id = d.workspace_id and c.id = d.id
  returning c.workspace_id, c.id, c.flow_id, c.key, c.start
)
select workspace_id as "workspaceId", flow_id as "flowId", key,
  coalesce(json_agg(start order by id) filter (where start is not null), '[]') as starts
from taken group by workspace_id, flow_id, key`;

/** A key that is due. */
export interface DueKey extends ControlKey {
  /** Starts that another one may replace, in their order. */
  starts: StartRow[];
}

/** A start as one row of the input of `start_controlled`. */
export type StartRow = Record<string, unknown> & { id: string; workspaceId: string };

/** Takes keys that are due, in the caller's transaction: if it fails, they stay due. */
export async function takeDueKeys(sql: Sql, most: number): Promise<DueKey[]> {
  return (await sql.query<DueKey>(statement(takeSql, [most]))).rows;
}

const postponeSql = `/* postpone_control_key */
update flow_controls c set due_at = clock_timestamp() + interval '30 seconds' from (
  select workspace_id, flow_id, key from flow_controls where due_at <= clock_timestamp() order by due_at limit 1) d
where c.workspace_id = d.workspace_id and c.flow_id = d.flow_id and c.key = d.key and c.due_at <= clock_timestamp()`;

/** Postpones the key that has been due for longest. */
export async function postponeDueKey(sql: Sql): Promise<void> {
  await sql.query(statement(postponeSql, []));
}

const keepSql = `/* keep_control_starts */
insert into flow_controls (workspace_id, flow_id, key, start)
select (s ->> 'workspaceId')::uuid, (s ->> 'flowId')::uuid, s ->> 'controlKey', s from json_array_elements($1::json) s`;

/** Keeps starts until their keys are looked at, right after the commit of the caller. @param starts rows as a list in JSON */
export async function keepStarts(sql: Sql, starts: string): Promise<void> {
  await sql.query(statement(keepSql, [starts]));
}

const lockSql = `/* lock_control_keys */
select pg_advisory_xact_lock(key) from (
  select distinct hashtextextended(concat_ws(' ', 'control', k.flow_id, k.key), 0) as key
  from unnest($1::uuid[], $2::text[]) as k(flow_id, key) order by key offset 0) keys`;

/**
 * Locks keys until the transaction ends: what happens to their executions is decided by one at a time. All keys of a transaction
 * are locked by one call, in one order. Nothing that has locked an execution waits for such a lock.
 */
export async function lockKeys(sql: Sql, keys: readonly ControlKey[]): Promise<void> {
  await sql.query(statement(lockSql, [keys.map(({ flowId }) => flowId), keys.map(({ key }) => key)]));
}

const ofKey = 'c.workspace_id = k.workspace_id and c.flow_id = k.flow_id and c.control_key = k.key and not c.ended';

/**
 * Each list is read by the index, up to a bound, however many executions the key or the flow has: of those that wait for others to
 * end, as many as may start.
 */
const readSql = `/* read_control_keys */
select k.workspace_id as "workspaceId", k.flow_id as "flowId", k.key, s.control, r.running, r.started,
  case when s.overlap = 'queue' then '{}' else array(
    select c.execution_id::text from execution_claims c where ${ofKey} and c.control_rank is null
    order by c.execution_id limit case when s.overlap = 'replace' then ${heldAtOnce} else 1 end) end as "runningIds",
  coalesce((select json_agg(json_build_object('id', c.execution_id, 'skips', c.control_state = 'skips')
      order by c.control_rank desc, c.execution_id) from (
    select * from execution_claims c where ${ofKey} and c.control_rank is not null and c.control_state in ('waits', 'skips')
      and (c.control_from is null or c.control_from <= clock_timestamp())
    order by c.control_rank desc nulls last, c.execution_id
    limit least(case when s.overlap = 'queue' then greatest(least(s.concurrency - r.running, s.count - r.started), 0)
      else ${heldAtOnce} end, ${heldAtOnce})) c), '[]') as waiting
from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(workspace_id, flow_id, key)
left join flows f on f.workspace_id = k.workspace_id and f.id = k.flow_id
cross join lateral (select case when k.key like '${scheduleKey}%' then (
    select json_build_object('concurrency', 1, 'overlap', t.config ->> 'overlap') from flow_triggers t
    where t.workspace_id = k.workspace_id and t.id = substr(k.key, ${scheduleKey.length + 1})::uuid and t.config ->> 'overlap' is not null)
    else f.settings -> 'control' end as control) o
cross join lateral (select o.control, coalesce(o.control ->> 'overlap', 'queue') as overlap,
  coalesce((o.control ->> 'concurrency')::integer, ${unlimited}) as concurrency,
  coalesce((o.control #>> '{throttle,count}')::integer, ${unlimited}) as count) s
cross join lateral (
  select (select count(*)::integer from execution_claims c where ${ofKey} and c.control_rank is null) as running,
    case when s.count = ${unlimited} then 0 else (select count(*)::integer from flow_controls t
      where t.workspace_id = k.workspace_id and t.flow_id = k.flow_id and t.key = k.key and t.counts and t.due_at > clock_timestamp()) end as started) r`;

/** The executions of locked keys. */
export async function readKeys(sql: Sql, keys: readonly ControlKey[]): Promise<StoredKey[]> {
  return (await sql.query<StoredKey>(statement(readSql, columnsOf(keys)))).rows;
}

/** $1: workspaces, $2: flows, $3: keys. Those that have gathered long enough wait like others; a flow may gather no more. */
const closeSql = `/* close_gathered */
update execution_claims c set control_from = null,
  control_state = case when f.settings #>> '{control,overlap}' = 'skip' then 'skips' else 'waits' end
from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(workspace_id, flow_id, key)
left join flows f on f.workspace_id = k.workspace_id and f.id = k.flow_id
cross join lateral (
  select c.execution_id, c.control_state from execution_claims c
  where ${ofKey} and c.control_from is not null and c.control_rank is not null and c.control_state in ('gathers', 'collects')
    and (c.control_from <= clock_timestamp()
      or c.control_state = 'gathers' and f.settings #> '{control,debounceSeconds}' is null
      or c.control_state = 'collects' and f.settings #> '{control,batch}' is null) offset 0) g
where c.workspace_id = k.workspace_id and c.execution_id = g.execution_id
returning c.workspace_id as "workspaceId", c.flow_id as "flowId", c.control_key as key, c.execution_id as id,
  g.control_state = 'collects' as collects`;

/** Ends the gathering of locked keys where its time is over. @returns the executions that have collected starts */
export async function closeGathered(sql: Sql, keys: readonly ControlKey[]): Promise<(ControlKey & { id: string })[]> {
  const { rows } = await sql.query<ControlKey & { id: string; collects: boolean }>(
    statement(closeSql, columnsOf(keys)),
  );
  return rows.filter(({ collects }) => collects);
}

const lookLaterSql = `/* look_later_at_control_keys */
with looks as (
  ${lookAtKeysSql(`select k.workspace_id, k.flow_id, k.key, n.at
  from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(workspace_id, flow_id, key)
  cross join lateral (
    select min(c.control_from) as at from execution_claims c
    where ${ofKey} and c.control_from is not null and c.control_rank is not null and c.control_from > clock_timestamp()) n
  where n.at is not null and not exists (select from flow_controls l
    where l.workspace_id = k.workspace_id and l.flow_id = k.flow_id and l.key = k.key and l.due_at <= n.at)`)}
  returning id
)
select '${controlsChannel}' as notifies from looks limit 1`;

/** Makes locked keys due when the first of their executions may leave the line that may not yet. Workers sleep until then. */
export async function lookLater(sql: Sql, keys: readonly ControlKey[]): Promise<void> {
  await sql.query(statement(lookLaterSql, columnsOf(keys)));
}

const startSql = `/* start_held_executions */
with started as (
  update execution_claims c set control_rank = null, control_state = null, control_from = null, ready_at = now()
  from unnest($1::uuid[], $2::uuid[]) as k(workspace_id, id)
  where c.workspace_id = k.workspace_id and c.execution_id = k.id and c.control_rank is not null and not c.ended
  returning c.execution_id
)
select 'executions_ready' as notifies from started limit 1`;

/** Queues executions that their control lets go. */
export async function queueHeld(sql: Sql, executions: readonly { workspaceId: string; id: string }[]): Promise<void> {
  const values = [executions.map(({ workspaceId }) => workspaceId), executions.map(({ id }) => id)];
  await sql.query(statement(startSql, values));
}

const countSql = `/* count_control_starts */
with counted as (
  insert into flow_controls (workspace_id, flow_id, key, due_at, counts)
  select s."workspaceId", s."flowId", s."key", clock_timestamp() + s."seconds" * interval '1 second', true
  from json_to_recordset($1::json) as s("workspaceId" uuid, "flowId" uuid, "key" text, "seconds" integer, "count" integer),
    generate_series(1, s."count")
  returning id
)
select '${controlsChannel}' as notifies from counted limit 1`;

/** Executions of a key that start now, and for how many seconds they count. */
export interface CountedStarts extends ControlKey {
  count: number;
  seconds: number;
}

/** Counts starts for the throttle of their key. Each is looked at when it does not count any more: then others may start. */
export async function countStarts(sql: Sql, starts: readonly CountedStarts[]): Promise<void> {
  await sql.query(statement(countSql, [JSON.stringify(starts)]));
}

const lookAgainSql = `/* look_at_control_keys */
with looks as (
  ${lookAtKeysSql('select *, now() from unnest($1::uuid[], $2::uuid[], $3::text[])')}
)
select '${controlsChannel}' as notifies`;

/** Makes keys due. */
export async function lookAtKeys(sql: Sql, keys: readonly ControlKey[]): Promise<void> {
  await sql.query(statement(lookAgainSql, columnsOf(keys)));
}

/** Keys as the columns of a table. */
export function columnsOf(keys: readonly ControlKey[]): [string[], string[], string[]] {
  return [keys.map(({ workspaceId }) => workspaceId), keys.map(({ flowId }) => flowId), keys.map(({ key }) => key)];
}
