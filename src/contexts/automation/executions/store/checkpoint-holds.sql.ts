import { notifies, type Transition } from './checkpoint-transition.js';

/** The channel by which workers are notified that there is something to do for holds. */
export const holdsChannel = 'flow_holds';

/** Notes and removes the steps that a hold of their flow keeps from beginning. */
export const parkSteps: Transition = {
  reads: { parked: 'json', unparked: 'json' },
  writes: `parked as (
  insert into parked_steps (workspace_id, execution_id, step_id, hold_id)
  select h.workspace_id, h.id, p."stepId", p."holdId"
  from held h, json_to_recordset(h.parked) as p("stepId" uuid, "holdId" uuid)
  on conflict do nothing
), unparked as (
  delete from parked_steps p using held h
  where h.unparked is not null and p.workspace_id = h.workspace_id and p.execution_id = h.id
    and p.step_id::text in (select json_array_elements_text(h.unparked))
)`,
};

/** Counts the failures of flows with `settings.hold`: of each cause, an execution once. */
export const countFailures: Transition = {
  reads: { counted: 'json' },
  writes: `counted as (
  insert into hold_failures (workspace_id, flow_id, node_id, code, host, execution_id, message)
  select h.workspace_id, h.flow_id, f."nodeId", f."code", f."host", h.id, f."message"
  from held h, json_to_recordset(h.counted) as f("nodeId" text, "code" text, "host" text, "message" text)
  on conflict do nothing returning execution_id
)`,
  reports: notifies(holdsChannel, 'counted'),
};
