import {
  lockPayersCte,
  meterExecutionsSql,
  payersAreLocked,
  settleOperationsCtes,
} from '../../../billing/usage/index.js';
import { acquireSlotsSql, passOnSlotCtes, unlimited } from '../claim/concurrency-slots.sql.js';
import { takeoversAtMost } from '../drive/execution-errors.js';

/**
 * $1: NewExecution[] as JSON. One commit keeps runs, their first events and their jobs. A run that brings the worker in which it
 * was started has no job: it is claimed by that worker at once where its flow allows another active one (`claimed` tells of
 * these), otherwise it waits in line. Turns are taken last of all that may have to wait, behind the keys. Of runs with a key only the first one within 24 hours is kept: whoever comes at the same time
 * waits for it on the key's row. `known` tells of these.
 */
const startSql = (label: string, calling: string) => `/* ${label} */
with input as (
  select r.* from json_to_recordset($1::json) as r(
    "id" uuid, "workspaceId" uuid, "flowId" uuid, "flowName" text, "flowVersion" integer, "trigger" text,
    "startNodeId" text, "triggerData" json, "encrypted" text, "maxConcurrent" smallint, "mocks" json, "key" text, "hash" text,
    "parentExecutionId" uuid, "parentStepId" uuid, "callerStepId" uuid, "chain" json, "depth" smallint,
    "at" timestamptz, "workerId" uuid)${calling}
), keys as (
  insert into idempotency_keys as k (workspace_id, flow_id, key, request_hash, execution_id)
  select "workspaceId", "flowId", "key", decode("hash", 'hex'), "id" from input where "key" is not null
  on conflict (workspace_id, flow_id, key) do update set
    request_hash = case when k.created_at < now() - interval '24 hours' then excluded.request_hash else k.request_hash end,
    execution_id = case when k.created_at < now() - interval '24 hours' then excluded.execution_id else k.execution_id end,
    created_at = case when k.created_at < now() - interval '24 hours' then excluded.created_at else k.created_at end
  returning workspace_id, flow_id, key, request_hash, execution_id
), limited as (
  select i.*, coalesce(i."maxConcurrent", (select (f.settings ->> 'maxConcurrent')::smallint from flows f
    where f.workspace_id = i."workspaceId" and f.id = i."flowId"), 10) as "limit" from input i
  where i."key" is null or exists (select from keys k where k.execution_id = i."id")
), slots as materialized (
  ${acquireSlotsSql('"workspaceId"', '"flowId"', '"limit"', 'limited where "workerId" is not null')}
), fresh as (
  select l.*, case when has_turn then "workerId" end as "drivenBy", "workerId" is not null and not has_turn as "inLine"
  from limited l cross join lateral (
    select "limit" = ${unlimited} or exists (select from slots t where t.id = l."id") as has_turn) t
), runs as (
  insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, start_node_id, trigger_data, encrypted,
    max_concurrent, mocks, parent_execution_id, parent_step_id, chain, call_depth, started_at, created_at, phase, worker_id,
    fence, awaits_slot)
  select "id", "workspaceId", "flowId", "flowName", "flowVersion", "trigger", "startNodeId", "triggerData", "encrypted",
    "limit", "mocks", "parentExecutionId", "parentStepId",
    case when "chain" is null then '{}' else array(select json_array_elements_text("chain"))::uuid[] end,
    coalesce("depth", 0), "at", "at", case when "drivenBy" is null then 'queued' else 'active' end, "drivenBy",
    ("drivenBy" is not null)::integer, "inLine" from fresh
), events as (
  insert into execution_events (workspace_id, execution_id, flow_id, steps, execution)
  select "workspaceId", "id", "flowId", '[]', case when "drivenBy" is null then '{"status":"running","phase":"queued"}'::json
    else '{"status":"running","phase":"active"}' end from fresh
), usage as (
  ${meterExecutionsSql('select "workspaceId" as workspace_id, "id", "flowId" as flow_id, "trigger" from fresh')}
)
select pg_notify('execution_events', ''), case when exists (select from fresh where "workerId" is null) then (
  select count(*) from graphile_worker.add_jobs(array(
    select row('run', json_build_object('workspaceId', "workspaceId", 'executionId', "id"),
      null, null, null, null, null, null)::graphile_worker.job_spec
    from fresh where "workerId" is null))) end, (
  select json_agg(json_build_object('id', f."id", 'workspaceName', w.name, 'claimedAt', now()))
  from fresh f join workspaces w on w.id = f."workspaceId" where f."drivenBy" is not null) as claimed, (
  select json_agg(json_build_object('id', i."id", 'executionId', k.execution_id,
    'conflict', k.request_hash <> decode(i."hash", 'hex')))
  from input i join keys k on k.workspace_id = i."workspaceId" and k.flow_id = i."flowId" and k.key = i."key"
  where i."key" is not null) as known`;

export const startExecutionsSql = startSql('start_runs', '');

/**
 * $1: one run that a step calls, with a key, as JSON. Nothing is started, and `known` is empty, where that step or its run is
 * over. Both stay as they are until this commits: whoever ends them waits, and finds the run; or has ended them before.
 */
export const startCallSql = startSql(
  'start_call',
  `
  join executions e on e.workspace_id = r."workspaceId" and e.id = r."parentExecutionId" and e.status = 'running'
  join execution_steps s on s.workspace_id = e.workspace_id and s.execution_id = e.id and s.id = r."callerStepId"
    and s.status in ('running', 'waiting')
  for share of e, s`,
);

/** What a worker needs of each row of `claimed`; of settled steps only what decides about the others. */
const claimedExecutionSql = `select json_build_object(
  'id', c.id, 'workspaceId', c.workspace_id, 'workspaceName', c.workspace_name, 'flowId', c.flow_id, 'flowName', c.flow_name,
  'flowVersion', c.flow_version, 'trigger', c.trigger, 'startNodeId', c.start_node_id, 'triggerData', c.trigger_data,
  'encrypted', c.encrypted, 'mocks', c.mocks, 'chain', c.chain, 'callDepth', c.call_depth, 'signals', c.signals,
  'takeovers', c.takeovers,
  'startedAt', c.started_at, 'activeMs', c.active_ms, 'fence', c.fence,
  'claimedAt', now(), 'steps', coalesce((
    select json_agg(json_build_object(
      'id', s.id, 'nodeId', s.node_id, 'iteration', s.iteration, 'nodeType', s.node_type, 'name', s.name,
      'attempt', s.attempt, 'status', s.status, 'handle', s.handle, 'output', s.output, 'variables', s.variables,
      'input', case when s.status in ('running', 'waiting') then s.input end, 'error', s.error,
      'logs', case when s.status in ('running', 'waiting') and s.logs is not null then s.logs else '[]' end,
      'truncated', s.truncated, 'encrypted', s.encrypted, 'signal', s.signal,
      'resumeAt', s.resume_at, 'startedAt', s.started_at, 'finishedAt', s.finished_at) order by s.id)
    from execution_steps s where s.workspace_id = c.workspace_id and s.execution_id = c.id
      -- What cannot be gone on with is only ended, and must not bring down one more worker by its size.
      and (c.takeovers < ${takeoversAtMost} or s.status in ('running', 'waiting'))), '[]')) as run
from claimed c`;

/**
 * $1, $2: workspace and execution ids side by side. $3: the worker. Claims those whose flow allows another active run, and
 * lets the others wait in line. While it waited for the lock of a flow a run may have been driven by somebody else, and its
 * steps are older here: hence the fence.
 */
export const claimExecutionsSql = `/* claim_runs */
with asked as materialized (
  select distinct e.workspace_id, e.flow_id, e.id, e.max_concurrent, e.fence, w.name as workspace_name
  from unnest($1::uuid[], $2::uuid[]) as k(workspace_id, id)
  join executions e on e.workspace_id = k.workspace_id and e.id = k.id
  join workspaces w on w.id = k.workspace_id
  where e.status = 'running' and e.worker_id is null
), slots as materialized (
  ${acquireSlotsSql('workspace_id', 'flow_id', 'max_concurrent', 'asked where true')}
), placed as materialized (
  select a.*, max_concurrent = ${unlimited} or exists (select from slots t where t.id = a.id) as has_turn from asked a
), queued as (
  update executions e set awaits_slot = true, phase = 'queued', resume_at = null from placed p
  where not p.has_turn and e.workspace_id = p.workspace_id and e.id = p.id and e.status = 'running'
    and e.worker_id is null and e.fence = p.fence
), claimed as (
  update executions e set phase = 'active', worker_id = $3, fence = e.fence + 1, resume_at = null, awaits_slot = false
  from placed p
  where p.has_turn and e.workspace_id = p.workspace_id and e.id = p.id and e.status = 'running'
    and e.worker_id is null and e.fence = p.fence
  returning e.*, p.workspace_name
)
${claimedExecutionSql}`;

/** Additional CTEs of a checkpoint: before the run is updated, the condition that keeps this order, and behind it. */
interface AdditionalCtes {
  before: string;
  condition: string;
  after: string;
}

/**
 * $1: checkpoints as JSON, $2: the worker. The update of the run is the gate: it holds the fence, and only runs that pass it
 * get their steps, events and jobs written. Answers with the ids that passed, and with runs to which they handed their place.
 */
const checkpointSql = (label: string, { before, condition, after }: AdditionalCtes) => `/* ${label} */
with input as (
  select * from json_to_recordset($1::json) as r(
    "id" uuid, "workspaceId" uuid, "flowId" uuid, "fence" integer, "status" text, "phase" text, "output" json,
    "error" json, "finishedAt" timestamptz, "releases" boolean, "activeMs" bigint, "jobAt" timestamptz,
    "seen" integer, "dropsCalls" boolean, "progress" boolean, "handsOn" boolean,
    "steps" json, "changes" json, "execution" json, "addedWaits" json, "removedWaits" json, "operations" json)
), ${before}held as (
  update executions e set
    status = r."status", phase = r."phase", output = r."output", error = r."error", finished_at = r."finishedAt",
    worker_id = case when r."releases" then null else e.worker_id end,
    active_ms = coalesce(r."activeMs", e.active_ms),
    takeovers = case when r."progress" then 0 else e.takeovers end,
    resume_at = case when r."phase" = 'waiting' then r."jobAt" end,
    has_abandoned_calls = e.has_abandoned_calls or r."dropsCalls"
  from input r
  where e.workspace_id = r."workspaceId" and e.id = r."id" and e.fence = r."fence" and e.status = 'running'${condition}
  returning e.workspace_id, e.id, r."flowId" as flow_id, r."steps" as steps, r."changes" as changes,
    r."execution" as execution, r."addedWaits" as added_waits, r."removedWaits" as removed_waits, r."operations" as operations,
    r."dropsCalls" or e.status <> 'running' and e.parent_step_id is not null as settles_calls,
    r."releases" and e.max_concurrent < ${unlimited} as frees_place, e.max_concurrent, r."handsOn" as hands_on,
    -- A signal that came while the run was awake and that nobody looked at.
    case when e.signals > r."seen" then now() else r."jobAt" end as job_at
), steps as (
  insert into execution_steps (workspace_id, execution_id, node_id, iteration, id, node_type, name, attempt, status,
    handle, input, output, variables, logs, error, truncated, encrypted, resume_at, started_at, finished_at)
  select h.workspace_id, h.id, s."nodeId", s."iteration", s."id", s."nodeType", s."name", s."attempt", s."status",
    s."handle", s."input", s."output", s."variables", s."logs", s."error", s."truncated", s."encrypted", s."resumeAt",
    s."startedAt", s."finishedAt"
  from held h, json_to_recordset(h.steps) as s(
    "nodeId" text, "iteration" text, "id" uuid, "nodeType" text, "name" text, "attempt" integer, "status" text,
    "handle" text, "input" json, "output" json, "variables" json, "logs" json, "error" json, "truncated" boolean, "encrypted" text,
    "resumeAt" timestamptz, "startedAt" timestamptz, "finishedAt" timestamptz)
  on conflict (workspace_id, execution_id, node_id, iteration) do update set
    attempt = excluded.attempt, status = excluded.status, handle = excluded.handle, input = excluded.input,
    output = excluded.output, variables = excluded.variables, logs = excluded.logs, error = excluded.error,
    truncated = excluded.truncated, encrypted = excluded.encrypted, resume_at = excluded.resume_at, finished_at = excluded.finished_at
  where execution_steps.status in ('running', 'waiting')
), added_waits as (
  insert into event_waits (workspace_id, execution_id, step_id, event_type, key, match, handle, output_as)
  select h.workspace_id, h.id, w."stepId", w."eventType", w."key", w."match", w."handle", w."outputAs"
  from held h, json_to_recordset(h.added_waits) as w(
    "stepId" uuid, "eventType" text, "key" text, "match" json, "handle" text, "outputAs" text)
  on conflict do nothing
), removed_waits as (
  delete from event_waits w using held h
  where h.removed_waits is not null and w.workspace_id = h.workspace_id and w.execution_id = h.id
    and w.step_id::text in (select json_array_elements_text(h.removed_waits))
), events as (
  insert into execution_events (workspace_id, execution_id, flow_id, steps, execution)
  select workspace_id, id, flow_id, changes, execution from held
), ${after}${passOnSlotCtes('held', '$2::uuid')}, handed as (
  ${claimedExecutionSql}
), jobs as (
  select count(*) from (select workspace_id, id, job_at from held where job_at is not null) j,
    lateral graphile_worker.add_jobs(array[row('run', json_build_object('workspaceId', workspace_id, 'executionId', id),
      null, job_at, null, null, null, null)::graphile_worker.job_spec])
)
select (select array_agg(id) from held) as held, (select bool_or(settles_calls) from held) as "settlesCalls",
  (select json_agg(run) from handed) as handed, (select count from jobs),
  (select count from slots), case when exists (select from held) then pg_notify('execution_events', '') end`;

export const checkpointExecutionsSql = checkpointSql('checkpoint_runs', { before: '', condition: '', after: '' });

const reservationsOfInput = `select i."workspaceId" as workspace_id, i."id" as holder, a."operation" as operation
    from input i, json_to_recordset(i."operations") as a("operation" text)`;

/**
 * The same for runs whose paid acts ended: these are settled with their steps, and as little as they by a lost fence. The
 * wallets that pay are locked before the runs.
 */
export const checkpointPayingExecutionsSql = checkpointSql('checkpoint_paying_runs', {
  before: `${lockPayersCte(reservationsOfInput)}, `,
  condition: ` and ${payersAreLocked}`,
  after: `operations as (
    select h.workspace_id, h.id as holder, a."operation" as operation, h.id as execution_id, h.flow_id, a."event" as event
    from held h, json_to_recordset(h.operations) as a("operation" text, "event" json)
  ), ${settleOperationsCtes}, `,
});
