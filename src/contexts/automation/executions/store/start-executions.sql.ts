import { countDescendantsSql } from '../../../accounts/quotas/index.js';
import { meterExecutionsSql } from '../../../billing/usage/index.js';
import { acquireSlotsSql, highestLimit } from './concurrency-slots.sql.js';
import { controlsChannel, lookAtKeysSql } from './flow-controls.sql.js';
import { claimKeysSql } from './idempotency-keys.sql.js';

/** What a statement that starts executions has beyond what each of them needs: every part costs time, with rows or not. */
interface StartParts {
  /** Joins of the executions with the step that calls them. */
  calling?: string;
  /** The user or API key of executions that bring none. */
  principal: string;
  /** False for executions without an idempotency key and without a root. */
  related: boolean;
  /** Of flows with a control: they are held, until it lets them go. */
  controlled?: boolean;
}

const heldColumns = ', control_key, control_rank, control_state, control_from';
const heldInput = ', "controlKey" text, "controlRank" smallint, "controlState" text, "decides" boolean';

/** Those that are not decided about by the same transaction. */
const heldCte = `held as (
  ${lookAtKeysSql(`select distinct "workspaceId", "flowId", "controlKey", coalesce("dueAt", now()) from fresh where "decides" is null`)}
), `;

const keysCte = `keys as (
  ${claimKeysSql(`select "workspaceId", "flowId", "key", decode("hash", 'hex'), "id" from input where "key" is not null`)}
), `;

const knownSql = `(
  select json_agg(json_build_object('id', i."id", 'executionId', k.execution_id,
    'conflict', k.request_hash <> decode(i."hash", 'hex')))
  from input i join keys k on k.workspace_id = i."workspaceId" and k.flow_id = i."flowId" and k.key = i."key"
  where i."key" is not null)`;

/**
 * Hot: each start of an execution. $1: NewExecution[] as JSON. One commit stores executions, their claim rows and their first
 * events. An execution that brings a worker is claimed by that worker if its flow has a free concurrency slot (`claimed` lists
 * these), otherwise it waits in line. One without a worker is queued, at once or when it is due. Slots are acquired after the
 * idempotency keys, last of everything that may have to wait. Of executions with the same key only the first one within 24
 * hours is stored: concurrent ones wait for it on the row of the key. `known` lists these.
 */
const startSql = (
  label: string,
  { calling = '', principal, related, controlled = false }: StartParts,
) => `/* ${label} */
with input as (
  select r.* from json_to_recordset($1::json) as r(
    "id" uuid, "workspaceId" uuid, "flowId" uuid, "flowName" text, "flowVersion" integer, "trigger" text,
    "startNodeId" text, "triggerNodeId" text, "triggerData" json, "request" json, "encrypted" text, "runAs" uuid, "maxConcurrent" smallint, "mocks" json, "simulated" json, "key" text, "hash" text,
    "parentExecutionId" uuid, "parentStepId" uuid, "callerStepId" uuid, "callerAttempt" integer, "chain" json, "depth" smallint,
    "rootId" uuid, "traceparent" text, "dueAt" timestamptz, "at" timestamptz, "workerId" uuid${controlled ? heldInput : ''})${calling}
), ${related ? keysCte : ''}limited as (
  select i.*, coalesce(i."runAs", ${principal}) as principal,
    coalesce(i."maxConcurrent", (select (f.settings ->> 'maxConcurrent')::smallint from flows f
    where f.workspace_id = i."workspaceId" and f.id = i."flowId"), 10) as "limit" from input i
  ${related ? 'where i."key" is null or exists (select from keys k where k.execution_id = i."id")' : ''}
), slots as materialized (
  ${acquireSlotsSql('"workspaceId"', '"flowId"', '"limit"', 'limited where "workerId" is not null')}
), fresh as (
  select l.*, case when has_slot then "workerId" end as "drivenBy", "workerId" is not null and not has_slot as "inLine"
  from limited l cross join lateral (
    select "limit" = ${highestLimit} or exists (select from slots t where t.id = l."id") as has_slot) t
), runs as (
  insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, start_node_id, trigger_node_id, trigger_data, request, encrypted,
    mocks, simulated, parent_execution_id, parent_step_id, chain, call_depth, started_at, created_at,
    parent_attempt, root_id, traceparent, run_as)
  select "id", "workspaceId", "flowId", "flowName", "flowVersion", "trigger", "startNodeId", "triggerNodeId", "triggerData", "request", "encrypted",
    "mocks", "simulated", "parentExecutionId", "parentStepId",
    case when "chain" is null then '{}' else array(select json_array_elements_text("chain"))::uuid[] end,
    coalesce("depth", 0), "at", "at", "callerAttempt", "rootId", "traceparent", principal from fresh
), claims as (
  insert into execution_claims (workspace_id, execution_id, flow_id, fence, worker_id, ready_at, due_at, awaits_slot,
    max_concurrent, answers${controlled ? heldColumns : ''})
  select "workspaceId", "id", "flowId", ("drivenBy" is not null)::integer, "drivenBy",
    ${
      controlled
        ? 'null, null'
        : `case when "workerId" is null and "dueAt" is null then now() end,
    "dueAt"`
    }, "inLine", "limit", "parentStepId" is not null${controlled ? ', "controlKey", "controlRank", "controlState", "dueAt"' : ''} from fresh
), events as (
  insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
  select "workspaceId", "id", 0, 0, "flowId", '[]', case when "drivenBy" is null then '{"status":"running","phase":"queued"}'::json
    else '{"status":"running","phase":"active"}' end from fresh
), ${controlled ? heldCte : ''}${related ? `descendants as (${countDescendantsSql('fresh')}), ` : ''}usage as (
  ${meterExecutionsSql('select "workspaceId" as workspace_id, "id", "flowId" as flow_id, "trigger" from fresh')}
)
select (
  ${controlled ? `select '${controlsChannel}' from fresh where "decides" is null limit 1` : `select 'executions_ready' from fresh where "workerId" is null and "dueAt" is null limit 1`}) as notifies, (
  select json_agg(json_build_object('id', f."id", 'workspaceName', w.name, 'runAs', f.principal, 'claimedAt', now()))
  from fresh f join workspaces w on w.id = f."workspaceId" where f."drivenBy" is not null) as claimed,
  ${related ? knownSql : 'null::json'} as known`;

const principalOfFlow = '(select f.run_as from flows f where f.workspace_id = i."workspaceId" and f.id = i."flowId")';

/** Executions with an idempotency key or with a root, and any others. */
export const startRelatedSql = startSql('start_related', { principal: principalOfFlow, related: true });

/** Executions without an idempotency key and without a root. */
export const startExecutionsSql = startSql('start_runs', { principal: principalOfFlow, related: false });

/** Executions of flows with a control. No worker brings them: they are queued when their control lets them go. */
export const startControlledSql = startSql('start_controlled', {
  principal: principalOfFlow,
  related: true,
  controlled: true,
});

const calling = {
  calling: `
  join execution_claims c on c.workspace_id = r."workspaceId" and c.execution_id = r."parentExecutionId" and not c.ended
  join execution_steps s on s.workspace_id = c.workspace_id and s.execution_id = c.execution_id and s.id = r."callerStepId"
    and s.status in ('running', 'waiting') and s.attempt = r."callerAttempt" and s.error is null
  for share of c, s`,
  principal:
    '(select e.run_as from executions e where e.workspace_id = i."workspaceId" and e.id = i."parentExecutionId")',
  related: true,
};

/**
 * $1: one execution that a step calls, with a key, as JSON. Nothing is started, and `known` is empty, if that attempt of
 * the step or its execution has ended. Both are locked until this commits: a transaction that ends them waits, and then
 * finds the called execution; or it has ended them before.
 */
export const startCallSql = startSql('start_call', calling);

/** The same of a flow with a control. */
export const startControlledCallSql = startSql('start_controlled_call', { ...calling, controlled: true });
