import type { RequestedFields } from '../../platform/graphql/requested-fields.js';
import { creditsUsedSql } from '../usage/index.js';
import type { Step } from './execution.entity.js';

const executionColumns: Readonly<Record<string, string>> = {
  executionId: 'e.id',
  flowId: 'e.flow_id',
  flowName: 'e.flow_name',
  flowVersion: 'e.flow_version',
  status: 'e.status',
  phase: 'e.phase',
  trigger: 'e.trigger',
  startNodeId: 'e.start_node_id',
  triggerData: 'e.trigger_data',
  output: 'e.output',
  error: 'e.error',
  parentExecutionId: 'e.parent_execution_id',
  retryOf: 'e.retry_of',
  startedAt: 'e.started_at',
  finishedAt: 'e.finished_at',
  durationMs: '(extract(epoch from e.finished_at - e.started_at) * 1000)::float8',
  createdAt: 'e.created_at',
  creditsUsed: creditsUsedSql('e'),
};

/** What resolvers below an execution need, and what is always told of a step. */
const keptColumns = [
  ['id', 'e.id'],
  ['workspaceId', 'e.workspace_id'],
  ['flowId', 'e.flow_id'],
] as const;
const idColumns = [
  ['id', 's.id'],
  ['executionId', 's.execution_id'],
] as const;
/** Whether there is a link to decide depends on these. */
const approvalColumns = [
  ...idColumns,
  ['workspaceId', 's.workspace_id'],
  ['nodeType', 's.node_type'],
  ['status', 's.status'],
  [
    'approvers',
    `case when s.node_type = 'wait.approval' and json_typeof(s.input -> 'approvers') = 'array' then s.input -> 'approvers' end`,
  ],
] as const;

const stepColumns: Readonly<Record<string, string>> = {
  id: 's.id',
  nodeId: 's.node_id',
  nodeType: 's.node_type',
  name: 's.name',
  iteration: `nullif(s.iteration, '')`,
  attempt: 's.attempt',
  status: 's.status',
  input: 's.input',
  // A waiting step keeps what it will end with, a loop that runs its items; neither is an output yet, nor ever one of a
  // step that was cancelled.
  output: `case when s.status not in ('running', 'waiting', 'cancelled') then s.output end`,
  truncated: 's.truncated',
  logs: `coalesce(s.logs, '[]')`,
  error: 's.error',
  startedAt: 's.started_at',
  finishedAt: 's.finished_at',
  durationMs: '(extract(epoch from s.finished_at - s.started_at) * 1000)::integer',
};

/** The select list of executions (as `e`) for what was asked, steps among it, with what resolvers below need. */
export function selectExecution(fields: RequestedFields): string {
  return remembered(executionTexts, fields, () => {
    const columns = selectList(new Map([...keptColumns, ...asked(executionColumns, fields)]));
    return fields.has('steps') ? `${columns}, ${stepsOfExecution(fields.below('steps'))}` : columns;
  });
}

/** Steps by column, as `toSteps` takes them. */
export type StepColumns = Readonly<Record<string, readonly unknown[] | null>>;

/**
 * In order of start: step ids are UUIDv7, made when a step begins. One list a column: Postgres writes them, and we read
 * them, in a fraction of the time that objects or rows take.
 */
function stepsOfExecution(fields: RequestedFields): string {
  const columns = [...(fields.has('approvalUrl') ? approvalColumns : []), ...asked(stepColumns, fields)];
  const named = new Map(columns.length > 0 ? columns : [['id', 's.id']]);
  const lists = [...named.keys()].map((name) => `'${name}', json_agg(p."${name}")`);
  return `(select json_build_object(${lists.join(', ')}) from (select ${selectList(named)} from execution_steps s
    where s.workspace_id = e.workspace_id and s.execution_id = e.id order by s.id) p) as "steps"`;
}

/** Steps that were read by column. */
export function toSteps(columns: StepColumns): Step[] {
  const lists = Object.entries(columns);
  return (lists[0]?.[1] ?? []).map((_, at) => {
    const step: Record<string, unknown> = {};
    for (const [name, values] of lists) step[name] = values?.[at];
    return step as unknown as Step;
  });
}

/** The select list of execution_steps (as `s`) for what was asked. */
export function selectStep(fields: RequestedFields): string {
  const kept = fields.has('approvalUrl') ? approvalColumns : idColumns;
  return remembered(stepTexts, fields, () => selectList(new Map([...kept, ...asked(stepColumns, fields)])));
}

// One question of a document is one object: its text is written once.
const executionTexts = new WeakMap<RequestedFields, string>();
const stepTexts = new WeakMap<RequestedFields, string>();

function remembered(texts: WeakMap<RequestedFields, string>, fields: RequestedFields, write: () => string): string {
  const text = texts.get(fields) ?? write();
  texts.set(fields, text);
  return text;
}

type Columns = Readonly<Record<string, string>>;

function asked(columns: Columns, fields: RequestedFields): [name: string, column: string][] {
  return Object.entries(columns).filter(([name]) => fields.has(name));
}

function selectList(columns: Iterable<readonly [name: string, column: string]>): string {
  return Array.from(columns, ([name, column]) => `${column} as "${name}"`).join(', ');
}

/** Every column at once, for events; steps and credits stand in tables of their own. */
export const allFields: RequestedFields = {
  has: (name) => name !== 'steps' && name !== 'creditsUsed',
  below: () => allFields,
};
