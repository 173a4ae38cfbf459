import { webhookListensSql } from '../../webhooks/index.js';
import { notifies, type Transition } from './checkpoint-transition.js';
import { claimedExecutionSql } from './claim-executions.sql.js';
import { highestLimit, passOnSlotCtes } from './concurrency-slots.sql.js';
import { controlsChannel, lookAtKeysSql } from './flow-controls.sql.js';

/**
 * Ends executions. A checkpoint that does not end its execution leaves its row alone.
 *
 * Rejected: `insert … on conflict` instead of the update reads one partition only, but fires the triggers of inserts and would
 * insert a row where none should be.
 */
export const endExecutions: Transition = {
  reads: { status: 'text', output: 'json', error: 'json', finishedAt: 'timestamptz' },
  computes: `r."status" <> 'running' as has_ended`,
  writes: `ended as (
  update executions e set status = h.status, output = h.output, error = h.error, finished_at = h.finished_at from held h
  where h.has_ended and e.workspace_id = h.workspace_id and e.id = h.id
  returning e.workspace_id, e.id, e.flow_id, e.status = 'failed' and e.trigger <> 'simulation' as has_failed,
    e.status = 'completed' and e.trigger <> 'simulation' as has_completed
)`,
};

/**
 * Gives the claim rows back: those of ended executions are deleted, unless a caller still waits for the answer or calls are to
 * be abandoned; those of waiting ones say what they wait for. A step that has ended shows that an execution does not kill its
 * workers: it stops being a suspect.
 */
export const releaseClaims: Transition = {
  reads: {
    releases: 'boolean',
    activeMs: 'bigint',
    dropsCalls: 'boolean',
    progress: 'boolean',
    seen: 'integer',
    readyAt: 'timestamptz',
    dueAt: 'timestamptz',
  },
  computes: `c.answers, c.abandons or r."dropsCalls" as abandons, r."progress" and c.takeovers > 0 as recovers,
    -- A signal that came while the execution was driven, and that its worker has not read.
    case when c.signals > r."seen" then now() else r."readyAt" end as queued_at,
    case when c.signals > r."seen" then null else r."dueAt" end as wakes_at`,
  writes: `dropped_claims as (
  delete from execution_claims c using held h
  where h.has_ended and not h.answers and not h.abandons and c.workspace_id = h.workspace_id and c.execution_id = h.id
), kept_claims as (
  update execution_claims c set
    worker_id = case when h.releases then null else c.worker_id end,
    ready_at = case when h.has_ended then null else h.queued_at end,
    due_at = case when h.has_ended then null else h.wakes_at end,
    active_ms = coalesce(h.active_ms, c.active_ms), takeovers = case when h.recovers then 0 else c.takeovers end,
    abandons = h.abandons, ended = h.has_ended
  from held h
  where c.workspace_id = h.workspace_id and c.execution_id = h.id
    and (h.releases and (not h.has_ended or h.answers or h.abandons) or not h.releases and (h.recovers or h.drops_calls))
)`,
  reports: `(select bool_or(drops_calls or has_ended and answers) from held) as "settlesCalls",
  ${notifies('executions_ready', 'held where queued_at is not null and not has_ended')}`,
};

/** Queues the webhooks of workspaces that want to know of executions that have completed. */
export const announceCompletions: Transition = {
  writes: `completions as (
  insert into execution_notices (workspace_id, execution_id, step_id, kind)
  select workspace_id, id, null, 'completed' from ended e
  where has_completed and ${webhookListensSql('e.workspace_id', "'execution.completed'")}
  returning id
)`,
  reports: notifies('execution_notices', 'completions'),
};

/** Records executions that have failed, for the flows and webhooks that want to know. */
export const recordFailures: Transition = {
  writes: `failures as (
  insert into execution_failures (workspace_id, execution_id, flow_id) select workspace_id, id, flow_id from ended where has_failed
)`,
  reports: `(select bool_or(has_failed) from ended) as "hasFailures"`,
};

/** Makes the keys of ended executions due, for those that their control holds. */
export const endHolds: Transition = {
  computes: 'c.control_key',
  writes: `ended_keys as (
  ${lookAtKeysSql(`select distinct workspace_id, flow_id, control_key, now() from held
    where has_ended and control_key is not null`)}
  returning id
)`,
  reports: notifies(controlsChannel, 'ended_keys'),
};

const freesSlot = `r."releases" and c.max_concurrent < ${highestLimit} as frees_slot`;

/**
 * Reports the flows of freed slots for which others wait in line, and passes none on. Nearly always there are none: passing
 * on ({@link passOnSlots}) took half of the time of a checkpoint, whether anybody waited or not.
 */
export const reportLines: Transition = {
  computes: freesSlot,
  reports: `(select json_agg(f) from (select distinct workspace_id as "workspaceId", flow_id as "flowId" from held h
    where frees_slot and exists (select from execution_claims w
      where w.workspace_id = h.workspace_id and w.flow_id = h.flow_id and w.awaits_slot)) f) as lines`,
};

/** Passes the slots of released executions on to the next ones in line, which worker $2 claims. */
export const passOnSlots: Transition = {
  reads: { handsOn: 'boolean' },
  computes: `${freesSlot}, c.max_concurrent`,
  writes: `${passOnSlotCtes('held', '$2::uuid')}, handed as (
  ${claimedExecutionSql}
)`,
  reports: `(select json_agg(run) from handed) as handed,
  (select json_agg(json_build_object('workspaceId', workspace_id, 'flowId', flow_id)) from freed_slots) as lines`,
};
