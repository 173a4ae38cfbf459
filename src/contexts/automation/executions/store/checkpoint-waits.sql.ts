import { webhookListensSql } from '../../webhooks/index.js';
import { notifies, type Transition } from './checkpoint-transition.js';

/** Adds and removes the waits of steps for events. */
export const changeEventWaits: Transition = {
  reads: { addedWaits: 'json', removedWaits: 'json' },
  writes: `added_waits as (
  insert into event_waits (workspace_id, execution_id, step_id, event_type, key, match, conditions, handle, output_as,
    lookback_seconds, look_at)
  select h.workspace_id, h.id, w."stepId", w."eventType", w."key", w."match", w."conditions", w."handle", w."outputAs",
    w."lookbackSeconds", case when w."lookbackSeconds" > 0 then now() end
  from held h, json_to_recordset(h.added_waits) as w("stepId" uuid, "eventType" text, "key" text, "match" json,
    "conditions" json, "handle" text, "outputAs" text, "lookbackSeconds" integer)
  on conflict do nothing
), removed_waits as (
  delete from event_waits w using held h
  where h.removed_waits is not null and w.workspace_id = h.workspace_id and w.execution_id = h.id
    and w.step_id::text in (select json_array_elements_text(h.removed_waits))
)`,
};

/** Queues the webhooks of workspaces that want to know of steps that begin to wait for an approval. */
export const announceApprovals: Transition = {
  reads: { approvals: 'json' },
  writes: `asked_approvals as (
  insert into execution_notices (workspace_id, execution_id, step_id, kind)
  select h.workspace_id, h.id, a.step_id::uuid, 'approval' from held h, json_array_elements_text(h.approvals) a(step_id)
  where h.approvals is not null and ${webhookListensSql('h.workspace_id', "'approval.requested'")}
  returning id
)`,
  reports: notifies('execution_notices', 'asked_approvals'),
};
