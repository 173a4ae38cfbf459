import { lockPayersCte, payersAreLocked, settleOperationsCtes } from '../../../billing/usage/index.js';
import { passOnSlotCtes, unlimited } from '../claim/concurrency-slots.sql.js';
import { claimedExecutionSql } from './claim-executions.sql.js';

/** Additional CTEs of a checkpoint: before the update of the execution, the condition that enforces this order, and after it. */
interface AdditionalCtes {
  before: string;
  condition: string;
  after: string;
}

/**
 * $1: checkpoints as JSON, $2: the worker. The update of the execution compares the fence: only executions that pass get
 * their steps, events and jobs written. Returns the IDs that passed, and executions claimed with the slots they released.
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
    r."releases" and e.max_concurrent < ${unlimited} as frees_slot, e.max_concurrent, r."handsOn" as hands_on,
    -- A signal that came while the execution was driven, and that its worker has not read.
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
 * The same for executions with ended billable operations: these are settled with their steps, and not if the fence was
 * lost. The wallets that pay are locked before the executions.
 */
export const checkpointPayingExecutionsSql = checkpointSql('checkpoint_paying_runs', {
  before: `${lockPayersCte(reservationsOfInput)}, `,
  condition: ` and ${payersAreLocked}`,
  after: `operations as (
    select h.workspace_id, h.id as holder, a."operation" as operation, h.id as execution_id, h.flow_id, a."event" as event
    from held h, json_to_recordset(h.operations) as a("operation" text, "event" json)
  ), ${settleOperationsCtes}, `,
});
