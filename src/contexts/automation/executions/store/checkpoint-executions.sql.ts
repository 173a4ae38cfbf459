import { lockPayersCte, payersAreLocked, settleOperationsCtes } from '../../../billing/usage/index.js';
import { webhookListensSql } from '../../webhooks/index.js';
import { claimedExecutionSql } from './claim-executions.sql.js';
import { passOnSlotCtes, unlimited } from './concurrency-slots.sql.js';

/**
 * What a statement for checkpoints can write. Most write steps only, or release an execution as well: each part costs time
 * whenever its statement is executed, whether it has rows or not.
 * `steps`: steps and events. `releases`: and the claim rows. `everything`: and loops, waits, approvals, failures, and slots
 * for which other executions wait in line. `operations`: and the ends of billable operations.
 */
export const checkpointKinds = ['steps', 'releases', 'everything', 'operations'] as const;
export type CheckpointKind = (typeof checkpointKinds)[number];

/** What a statement adds to that of the kind before. */
interface Parts {
  /** CTEs before the claim rows are locked, and the condition that enforces this order. */
  before?: string;
  condition?: string;
  /** Columns of `held`. */
  columns?: string;
  /** CTEs after the claim rows are locked. */
  after?: string;
  results?: string;
}

const stepsCte = `steps as (
  insert into execution_steps (workspace_id, execution_id, node_id, iteration, id, node_type, name, attempt, status,
    handle, input, output, variables, logs, error, truncated, encrypted, resume_at, started_at, finished_at, seq,
    interruptions, progress, attempts)
  select h.workspace_id, h.id, s."nodeId", s."iteration", s."id", s."nodeType", s."name", s."attempt", s."status",
    s."handle", s."input", s."output", s."variables", s."logs", s."error", s."truncated", s."encrypted", s."resumeAt",
    s."startedAt", s."finishedAt", s."seq", s."interruptions", s."progress", s."attempts"
  from held h, json_to_recordset(h.steps) as s(
    "nodeId" text, "iteration" text, "id" uuid, "nodeType" text, "name" text, "attempt" integer, "status" text,
    "handle" text, "input" json, "output" json, "variables" json, "logs" json, "error" json, "truncated" boolean, "encrypted" text,
    "resumeAt" timestamptz, "startedAt" timestamptz, "finishedAt" timestamptz, "seq" integer,
    "interruptions" integer, "progress" json, "attempts" json)
  on conflict (workspace_id, execution_id, node_id, iteration) do update set
    attempt = excluded.attempt, status = excluded.status, handle = excluded.handle, input = excluded.input,
    output = excluded.output, variables = excluded.variables, logs = excluded.logs, error = excluded.error,
    truncated = excluded.truncated, encrypted = excluded.encrypted, resume_at = excluded.resume_at, finished_at = excluded.finished_at,
    seq = excluded.seq, interruptions = excluded.interruptions, progress = excluded.progress,
    attempts = excluded.attempts
  where execution_steps.status in ('running', 'waiting')
)`;

const eventsCte = `events as (
  -- A checkpoint whose response was lost is written again, and leaves one event.
  insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
  select workspace_id, id, fence, n, flow_id, changes, execution from held
  on conflict do nothing
)`;

const notify = (channel: string, rows: string) => `(select '${channel}' from ${rows} limit 1) as notifies`;

const releases: Parts = {
  columns: `, r."status" as status, r."output" as output, r."error" as error, r."finishedAt" as finished_at,
    r."releases" as releases, r."activeMs" as active_ms, r."progress" and c.takeovers > 0 as recovers,
    r."status" <> 'running' as has_ended, c.answers, c.abandons or r."dropsCalls" as abandons, r."dropsCalls" as drops_calls,
    r."releases" and c.max_concurrent < ${unlimited} as frees_slot, c.max_concurrent, r."handsOn" as hands_on,
    -- A signal that came while the execution was driven, and that its worker has not read.
    case when c.signals > r."seen" then now() else r."readyAt" end as ready_at,
    case when c.signals > r."seen" then null else r."dueAt" end as due_at`,
  after: `, ends as (
  update executions e set status = h.status, output = h.output, error = h.error, finished_at = h.finished_at from held h
  where h.has_ended and e.workspace_id = h.workspace_id and e.id = h.id
  returning e.workspace_id, e.id, e.flow_id, e.status = 'failed' and e.trigger <> 'simulation' as has_failed,
    e.status = 'completed' and e.trigger <> 'simulation' as has_completed
), dropped as (
  delete from execution_claims c using held h
  where h.has_ended and not h.answers and not h.abandons and c.workspace_id = h.workspace_id and c.execution_id = h.id
), kept as (
  update execution_claims c set
    worker_id = case when h.releases then null else c.worker_id end,
    ready_at = case when h.has_ended then null else h.ready_at end,
    due_at = case when h.has_ended then null else h.due_at end,
    active_ms = coalesce(h.active_ms, c.active_ms), takeovers = case when h.recovers then 0 else c.takeovers end,
    abandons = h.abandons, ended = h.has_ended
  from held h
  where c.workspace_id = h.workspace_id and c.execution_id = h.id
    and (h.releases and (not h.has_ended or h.answers or h.abandons) or not h.releases and (h.recovers or h.drops_calls))
), completions as (
  insert into execution_notices (workspace_id, execution_id, step_id, kind)
  select workspace_id, id, null, 'completed' from ends e
  where has_completed and ${webhookListensSql('e.workspace_id', "'execution.completed'")}
  returning id
)`,
  results: `, (select bool_or(drops_calls or has_ended and answers) from held) as "settlesCalls",
  ${notify('execution_notices', 'completions')}, ${notify('executions_ready', 'held where ready_at is not null and not has_ended')}`,
};

/** Flows that free slots for which others wait in line, although the statement passes none on. */
const lines: Parts = {
  results: `, (select json_agg(f) from (select distinct workspace_id as "workspaceId", flow_id as "flowId" from held h
    where frees_slot and exists (select from execution_claims w
      where w.workspace_id = h.workspace_id and w.flow_id = h.flow_id and w.awaits_slot)) f) as lines`,
};

const everything: Parts = {
  columns: `, r."loops" as loops, r."addedWaits" as added_waits, r."removedWaits" as removed_waits, r."approvals" as approvals`,
  after: `, loops as (
  -- Never a step that this statement writes as a whole.
  update execution_steps s set progress = l."progress"
  from held h, json_to_recordset(h.loops) as l("nodeId" text, "iteration" text, "progress" json)
  where h.loops is not null and s.workspace_id = h.workspace_id and s.execution_id = h.id
    and s.iteration = l."iteration" and s.node_id = l."nodeId" and s.status = 'running'
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
), failures as (
  insert into execution_failures (workspace_id, execution_id, flow_id) select workspace_id, id, flow_id from ends where has_failed
), asked_approvals as (
  insert into execution_notices (workspace_id, execution_id, step_id, kind)
  select h.workspace_id, h.id, a.step_id::uuid, 'approval' from held h, json_array_elements_text(h.approvals) a(step_id)
  where h.approvals is not null and ${webhookListensSql('h.workspace_id', "'approval.requested'")}
  returning id
), ${passOnSlotCtes('held', '$2::uuid')}, handed as (
  ${claimedExecutionSql}
)`,
  results: `, (select bool_or(has_failed) from ends) as "hasFailures", (select json_agg(run) from handed) as handed,
  (select json_agg(json_build_object('workspaceId', workspace_id, 'flowId', flow_id)) from freed_slots) as lines,
  ${notify('execution_notices', 'asked_approvals')}`,
};

const reservationsOfInput = `select i."workspaceId" as workspace_id, i."id" as holder, a."operation" as operation
    from input i, json_to_recordset(i."operations") as a("operation" text)`;

/** Operations are settled with their steps, and not if the fence was lost. The wallets that pay are locked before. */
const operations: Parts = {
  before: `${lockPayersCte(reservationsOfInput)}, `,
  condition: ` and ${payersAreLocked}`,
  columns: ', r."operations" as operations',
  after: `, operations as (
    select h.workspace_id, h.id as holder, a."operation" as operation, h.id as execution_id, h.flow_id, a."event" as event
    from held h, json_to_recordset(h.operations) as a("operation" text, "event" json)
  ), ${settleOperationsCtes}`,
};

/**
 * $1: checkpoints as JSON, $2: the worker, if slots are passed on. The claim rows are locked, in the order of their IDs, and their fences compared:
 * only executions that pass get their steps, events and next state written. A checkpoint that does not release its
 * execution changes neither its row nor its claim row. Returns the IDs that passed, executions claimed with the slots
 * they released, and the flows of slots for which others wait in line.
 */
function checkpointSql(kind: CheckpointKind, parts: readonly Parts[]): string {
  const all = (name: keyof Parts) => parts.map((part) => part[name] ?? '').join('');
  return `/* checkpoint_${kind} */
with input as (
  select * from json_to_recordset($1::json) as r(
    "id" uuid, "workspaceId" uuid, "flowId" uuid, "fence" integer, "n" integer, "status" text, "output" json,
    "error" json, "finishedAt" timestamptz, "releases" boolean, "activeMs" bigint, "readyAt" timestamptz, "dueAt" timestamptz,
    "seen" integer, "dropsCalls" boolean, "progress" boolean, "handsOn" boolean,
    "steps" json, "loops" json, "changes" json, "execution" json, "addedWaits" json, "removedWaits" json, "approvals" json, "operations" json)
), ${all('before')}held as materialized (
  select c.workspace_id, c.execution_id as id, c.fence, r."n" as n, r."flowId" as flow_id, r."steps" as steps,
    r."changes" as changes, r."execution" as execution${all('columns')}
  -- One lookup for each row, by the key and in the order of the IDs. A join would be planned for a small table, and the plan
  -- kept when the table has grown.
  from input r cross join lateral (
    select * from execution_claims c where c.workspace_id = r."workspaceId" and c.execution_id = r."id" offset 0 for update
  ) c
  where c.fence = r."fence" and not c.ended${all('condition')}
), ${stepsCte}, ${eventsCte}${all('after')}
select (select array_agg(id) from held) as held${all('results')}`;
}

const partsOf: Record<CheckpointKind, readonly Parts[]> = {
  steps: [],
  releases: [releases, lines],
  everything: [releases, everything],
  operations: [releases, everything, operations],
};

/** The statement of each kind. */
export const checkpointStatements = Object.fromEntries(
  checkpointKinds.map((kind) => [kind, { name: `checkpoint_${kind}`, text: checkpointSql(kind, partsOf[kind]) }]),
) as Record<CheckpointKind, { name: string; text: string }>;
