// Under the lock of a key: starts that replace one another before they run, or run together.

import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { type ControlKey, columnsOf, type StartRow } from './flow-controls.sql.js';
import { claimKeysSql } from './idempotency-keys.sql.js';
import { type Started, withBlobs } from './start-executions.js';

const findKeySql = `/* find_gathered_key */
select execution_id as "executionId", request_hash <> decode($4, 'hex') as conflict from idempotency_keys
where workspace_id = $1 and flow_id = $2 and key = $3 and created_at > now() - interval '24 hours'`;

/** The execution of the idempotency key of a start; null if it has none, or a new one. */
export async function findKey(sql: Sql, { workspaceId, flowId, key, hash }: StartRow): Promise<Started | null> {
  if (key == null) return null;
  const { rows } = await sql.query<Started>(statement(findKeySql, [workspaceId, flowId, key, hash]));
  return rows[0] ?? null;
}

const findSql = `/* find_gathering */
select clock_timestamp() + $4::integer * interval '1 second' as "closesAt", (
  select execution_id from execution_claims
  where workspace_id = $1 and flow_id = $2 and control_key = $3 and not ended and control_rank is not null
    and control_from is not null and control_state = $5 and control_from > clock_timestamp()
  order by execution_id limit 1) as id`;

/** The execution that gathers the starts of a key; null for none. One that begins to gather now does so until `closesAt`. */
export async function findGathering(
  sql: Sql,
  { workspaceId, flowId, key }: ControlKey,
  { seconds, state }: { seconds: number; state: 'gathers' | 'collects' },
): Promise<{ id: string | null; closesAt: string }> {
  const values = [workspaceId, flowId, key, seconds, state];
  const { rows } = await sql.query<{ id: string | null; closesAt: string }>(statement(findSql, values));
  return rows[0] as { id: string | null; closesAt: string };
}

/**
 * $1: the start as JSON, $2: the execution that gathers, $3: seconds until it runs if no other start comes. One that is being
 * cancelled takes nothing: its claim row is locked until then. Totals are by trigger.
 */
const replaceSql = `/* replace_gathered */
with r as (
  select * from json_to_record($1::json) as r("workspaceId" uuid, "flowId" uuid, "flowName" text, "flowVersion" integer,
    "trigger" text, "startNodeId" text, "triggerNodeId" text, "triggerData" json, "request" json, "encrypted" text, "runAs" uuid,
    "key" text, "hash" text, "parentExecutionId" uuid, "chain" json, "depth" smallint, "rootId" uuid, "traceparent" text,
    "controlRank" smallint)
), claim as (
  update execution_claims c set control_from = clock_timestamp() + $3::integer * interval '1 second',
    control_rank = r."controlRank"
  from r where c.workspace_id = r."workspaceId" and c.execution_id = $2 and not c.ended and c.control_state = 'gathers'
  returning c.execution_id
), keys as (
  ${claimKeysSql(`select "workspaceId", "flowId", "key", decode("hash", 'hex'), $2::uuid from r
    where "key" is not null and exists (select from claim)`)}
), totals as (
  insert into execution_deltas (workspace_id, flow_id, week, trigger, status, was, n)
  select e.workspace_id, e.flow_id, week_of_id(e.id), d.trigger, d.status, d.was, 1
  from r join executions e on e.workspace_id = r."workspaceId" and e.id = $2 and e.trigger <> r."trigger"
  cross join lateral (values (e.trigger, null, 'running'), (r."trigger", 'running', null)) as d(trigger, status, was)
  where exists (select from claim)
)
update executions e set flow_name = r."flowName", flow_version = r."flowVersion", trigger = r."trigger",
  start_node_id = r."startNodeId", trigger_node_id = r."triggerNodeId", trigger_data = r."triggerData", request = r."request",
  encrypted = r."encrypted", parent_execution_id = r."parentExecutionId",
  chain = case when r."chain" is null then '{}' else array(select json_array_elements_text(r."chain"))::uuid[] end,
  call_depth = coalesce(r."depth", 0), root_id = r."rootId", traceparent = r."traceparent",
  run_as = coalesce(r."runAs", (select f.run_as from flows f where f.workspace_id = r."workspaceId" and f.id = r."flowId"))
from r where e.workspace_id = r."workspaceId" and e.id = $2 and exists (select from claim)`;

/** Gives the execution that gathers the data of a later start. @returns false if it has ended */
export async function replaceGathered(sql: Sql, id: string, row: StartRow, seconds: number): Promise<boolean> {
  return (await sql.query(statement(replaceSql, [JSON.stringify(row), id, seconds]))).rowCount === 1;
}

/** What an execution collects at most, in bytes of JSON. */
const collectedBytesAtMost = 4 * 1024 * 1024;

/**
 * $1: workspace, $2: flow, $3: control key, $4: the execution, $5: the trigger data as JSON, $6: starts at most, $7, $8: idempotency
 * key and hash. The execution is due once it has as many. One that is being cancelled collects nothing.
 */
const collectSql = `/* collect_start */
with held as materialized (
  select execution_id from execution_claims
  where workspace_id = $1 and execution_id = $4 and not ended and control_state = 'collects' for update
), keys as (
  ${claimKeysSql(`select $1::uuid, $2::uuid, $7::text, decode($8, 'hex'), $4::uuid from held where $7 is not null`)}
), collected as (
  insert into flow_controls (workspace_id, flow_id, key, due_at, start, execution_id, bytes)
  select $1, $2, $3, null, $5::json, $4, octet_length($5::text) from held
), sums as (
  select count(*) + 1 as n, coalesce(sum(bytes), 0) + octet_length($5::text) as bytes from flow_controls
  where workspace_id = $1 and flow_id = $2 and key = $3 and execution_id = $4
), full_now as (
  update execution_claims c set control_from = to_timestamp(0) from sums s, held h
  where c.workspace_id = $1 and c.execution_id = h.execution_id and (s.n >= $6::integer or s.bytes >= ${collectedBytesAtMost})
)
select execution_id from held`;

/** Adds the trigger data of a start to what an execution collects. @returns false if the execution has ended */
export async function collectStart(
  sql: Sql,
  { workspaceId, flowId, key }: ControlKey,
  id: string,
  row: StartRow,
): Promise<boolean> {
  const { triggerData, batchMax, key: idempotencyKey = null, hash = null } = row;
  const values = [workspaceId, flowId, key, id, JSON.stringify(triggerData), batchMax, idempotencyKey, hash];
  return (await sql.query(statement(collectSql, values))).rows.length === 1;
}

const takeSql = `/* take_collected */
with taken as (
  delete from flow_controls where workspace_id = $1 and flow_id = $2 and key = $3 and execution_id = $4 returning id, start
)
select coalesce(json_agg(start order by id), '[]') as data from taken`;

const fillSql = `/* fill_batch */
update executions set trigger_data = $3::json where workspace_id = $1 and id = $2`;

/** Gives an execution the list of what it has collected as its trigger data. */
export async function fillBatch(
  sql: Sql,
  { workspaceId, flowId, key, id }: ControlKey & { id: string },
): Promise<void> {
  const { rows } = await sql.query<{ data: unknown[] }>(statement(takeSql, [workspaceId, flowId, key, id]));
  const { triggerData } = await withBlobs(sql, { workspaceId, id, triggerData: rows[0]?.data ?? [] });
  await sql.query(statement(fillSql, [workspaceId, id, storableJson(triggerData)]));
}

const dropSql = `/* drop_uncollected */
delete from flow_controls f using unnest($1::uuid[], $2::uuid[], $3::text[]) as k(workspace_id, flow_id, key)
where f.workspace_id = k.workspace_id and f.flow_id = k.flow_id and f.key = k.key and f.execution_id is not null
  and not exists (select from execution_claims c where c.workspace_id = f.workspace_id and c.execution_id = f.execution_id and not c.ended)`;

/** Deletes what cancelled executions of locked keys had collected. */
export async function dropUncollected(sql: Sql, keys: readonly ControlKey[]): Promise<void> {
  await sql.query(statement(dropSql, columnsOf(keys)));
}
