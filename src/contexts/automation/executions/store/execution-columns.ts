import { jsonColumn } from '../../../../platform/database/read-large.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { creditsUsedSql } from '../../../billing/usage/index.js';
import { asked, remembered, type Selection, selection, selectList } from './selection.js';
import { largeStepsOf, smallSteps, stepsOf } from './step-columns.js';

/** Ready, in line, held by the control of its flow, or never claimed because it was started with a later time. */
const isQueued =
  '(c.ready_at is not null or c.awaits_slot or c.control_rank is not null or c.fence = 0 and c.due_at is not null)';

const isParked =
  'exists (select from parked_steps p where p.workspace_id = c.workspace_id and p.execution_id = c.execution_id)';

/** The phase of an execution `e`: that of its claim row while it runs. */
const phaseSql = `case when e.status <> 'running' then 'done' else coalesce((
  select case when c.worker_id is not null then 'active' when ${isQueued} then 'queued'
    when ${isParked} then 'held' else 'waiting' end
  from execution_claims c where c.workspace_id = e.workspace_id and c.execution_id = e.id and not c.ended), 'queued') end`;

/** What a queued execution waits for. */
const queuedForSql = `case when e.status = 'running' then (
  select case when c.control_rank is not null then 'control' when c.awaits_slot then 'slot' when c.ready_at is not null then 'worker'
    when c.fence = 0 and c.due_at is not null then 'time' end
  from execution_claims c where c.workspace_id = e.workspace_id and c.execution_id = e.id and not c.ended and c.worker_id is null) end`;

const claimOfPhase: Readonly<Record<string, string>> = {
  active: 'c.worker_id is not null',
  queued: isQueued,
  waiting: `c.worker_id is null and not ${isQueued} and not ${isParked}`,
  held: `c.worker_id is null and not ${isQueued} and ${isParked}`,
};

/** A condition on executions `e`: those that have not ended are found by their claim rows. */
export function phaseCondition(phase: string): string {
  if (phase === 'done') return `e.status <> 'running'`;
  return openCondition(` and ${claimOfPhase[phase]}`);
}

/** A condition on executions `e`, so that the rare states are found by an index. */
export function statusCondition(status: string): string {
  if (status === 'running') return openCondition();
  return status === 'completed' ? `e.status = 'completed'` : `e.unsuccessful_status = '${status}'`;
}

function openCondition(further = ''): string {
  return `e.status = 'running' and exists (select from execution_claims c
    where c.workspace_id = e.workspace_id and c.execution_id = e.id and not c.ended${further})`;
}

export const executionColumns: Readonly<Record<string, string>> = {
  id: 'e.id',
  workspaceId: 'e.workspace_id',
  executionId: 'e.id',
  flowId: 'e.flow_id',
  flowName: 'e.flow_name',
  flowVersion: 'e.flow_version',
  status: 'e.status',
  phase: phaseSql,
  queuedFor: queuedForSql,
  trigger: 'e.trigger',
  startNodeId: 'e.start_node_id',
  triggerNodeId: 'e.trigger_node_id',
  triggerData: 'e.trigger_data',
  request: 'e.request',
  output: 'e.output',
  error: 'e.error',
  parentExecutionId: 'e.parent_execution_id',
  retryOf: 'e.retry_of',
  runAs: 'e.run_as',
  startedAt: 'e.started_at',
  finishedAt: 'e.finished_at',
  durationMs: 'round(extract(epoch from e.finished_at - e.started_at) * 1000)::float8',
  createdAt: 'e.created_at',
  creditsUsed: creditsUsedSql('e'),
  cursor: `(select json_build_object('epoch', l.epoch, 'at', floor(extract(epoch from coalesce(v.created_at, e.created_at))),
      'place', coalesce(v.place, '0')::text, 'fence', coalesce(v.fence, 0), 'n', coalesce(v.n, 0))
    from event_log l left join lateral (select * from execution_events v where v.workspace_id = e.workspace_id
      and v.execution_id = e.id order by v.fence desc, v.n desc limit 1) v on true)`,
};

/** The columns that a field of its own resolver needs. */
const columnsFor: Readonly<Record<string, readonly string[]>> = {
  version: ['flowVersion'],
  startedBy: ['runAs', 'trigger', 'retryOf', 'parentExecutionId'],
};

/** Columns that resolvers below an execution need, and those that every step has. */
const storedColumns = [
  ['id', 'e.id'],
  ['workspaceId', 'e.workspace_id'],
  ['flowId', 'e.flow_id'],
] as const;
const largeColumns = ['triggerData', 'request', 'output'];

/**
 * What is selected of executions (as `e`) for the requested fields, possibly with all steps, and what resolvers below
 * need.
 */
export function selectExecution(fields: RequestedFields): Selection {
  return remembered(executionSelections, fields, () => {
    const needed = Object.entries(columnsFor).flatMap(([name, columns]) => (fields.has(name) ? columns : []));
    const columns = selectList(
      new Map([
        ...storedColumns,
        ...asked(executionColumns, fields),
        ...needed.map((name) => [name, executionColumns[name] as string] as const),
      ]),
    );
    const large = largeColumns.filter((name) => fields.has(name)).map(jsonColumn);
    if (!fields.has('allSteps')) return selection(columns, large);
    const steps = fields.below('allSteps');
    const largeSteps = largeStepsOf(steps);
    if (largeSteps) return selection(columns, [...large, largeSteps]);
    return selection(`${columns}, ${stepsOf('e', steps)}`, [...large, smallSteps]);
  });
}

const executionSelections = new WeakMap<RequestedFields, Selection>();

/** All columns, for events; steps and credits are stored in other tables, and what it waits for is not in its log. */
export const allExecutionFields: RequestedFields = {
  has: (name) => !['allSteps', 'creditsUsed', 'cursor', 'queuedFor'].includes(name),
  below: () => allExecutionFields,
};
