import type { RequestedFields } from '../../platform/graphql/requested-fields.js';

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
};

const stepColumns: Readonly<Record<string, string>> = {
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
  const always = 'e.id, e.workspace_id as "workspaceId", e.flow_id as "flowId"';
  return remembered(executionTexts, fields, () => {
    const columns = select(executionColumns, fields, always, ['flowId']);
    return fields.has('steps') ? `${columns}, ${stepsOfExecution(fields.below('steps'))}` : columns;
  });
}

/** In order of start: step ids are UUIDv7, made when a step begins. */
function stepsOfExecution(fields: RequestedFields): string {
  return `(select coalesce(json_agg(p), '[]') from (select ${selectStep(fields)} from execution_steps s
    where s.workspace_id = e.workspace_id and s.execution_id = e.id order by s.id) p) as "steps"`;
}

/** The select list of execution_steps (as `s`) for what was asked. */
export function selectStep(fields: RequestedFields): string {
  const always = 's.id, s.execution_id as "executionId"';
  // Whether there is a link to decide depends on these.
  const kept = fields.has('approvalUrl')
    ? `${always}, s.workspace_id as "workspaceId", s.node_type as "nodeType", s.status`
    : always;
  return remembered(stepTexts, fields, () => select(stepColumns, fields, kept, []));
}

// One question of a document is one object: its text is written once.
const executionTexts = new WeakMap<RequestedFields, string>();
const stepTexts = new WeakMap<RequestedFields, string>();

function remembered(texts: WeakMap<RequestedFields, string>, fields: RequestedFields, write: () => string): string {
  const text = texts.get(fields) ?? write();
  texts.set(fields, text);
  return text;
}

function select(
  columns: Readonly<Record<string, string>>,
  fields: RequestedFields,
  always: string,
  given: string[],
): string {
  const asked = Object.entries(columns).filter(([name]) => fields.has(name) && !given.includes(name));
  return [always, ...asked.map(([name, column]) => `${column} as "${name}"`)].join(', ');
}

/** Every column at once, for events; steps stand in a table of their own. */
export const allFields: RequestedFields = { has: (name) => name !== 'steps', below: () => allFields };
