import {
  jsonBytes,
  jsonColumn,
  type LargeColumn,
  storedBytes,
  textBytes,
  textColumn,
} from '../../../../platform/database/read-large.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { creditsUsedSql } from '../../../billing/usage/index.js';
import type { Step } from '../step.object.js';

/** Ready, in line, or never claimed because it was started with a later time. */
const isQueued = '(c.ready_at is not null or c.awaits_slot or c.fence = 0 and c.due_at is not null)';

/** The phase of an execution `e`: that of its claim row while it runs. */
const phaseSql = `case when e.status <> 'running' then 'done' else coalesce((
  select case when c.worker_id is not null then 'active' when ${isQueued} then 'queued'
    else 'waiting' end
  from execution_claims c where c.workspace_id = e.workspace_id and c.execution_id = e.id and not c.ended), 'queued') end`;

const claimOfPhase: Readonly<Record<string, string>> = {
  active: 'c.worker_id is not null',
  queued: isQueued,
  waiting: `c.worker_id is null and not ${isQueued}`,
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
  executionId: 'e.id',
  flowId: 'e.flow_id',
  flowName: 'e.flow_name',
  flowVersion: 'e.flow_version',
  status: 'e.status',
  phase: phaseSql,
  trigger: 'e.trigger',
  startNodeId: 'e.start_node_id',
  triggerData: 'e.trigger_data',
  request: 'e.request',
  output: 'e.output',
  error: 'e.error',
  parentExecutionId: 'e.parent_execution_id',
  retryOf: 'e.retry_of',
  runAs: 'e.run_as',
  startedAt: 'e.started_at',
  finishedAt: 'e.finished_at',
  durationMs: '(extract(epoch from e.finished_at - e.started_at) * 1000)::float8',
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
const idColumns = [
  ['id', 's.id'],
  ['executionId', 's.execution_id'],
] as const;
/** Columns that determine whether there is an approval link. */
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

export const stepColumns: Readonly<Record<string, string>> = {
  id: 's.id',
  nodeId: 's.node_id',
  nodeType: 's.node_type',
  name: 's.name',
  iteration: `nullif(s.iteration, '')`,
  attempt: 's.attempt',
  interruptions: 's.interruptions',
  status: 's.status',
  input: 's.input',
  // A waiting step stores the output with which it will end, a loop its items; neither is an output yet, and never that
  // of a cancelled step.
  output: `case when s.status not in ('running', 'waiting', 'cancelled') then s.output end`,
  truncated: 's.truncated',
  logs: `coalesce(s.logs, '[]')`,
  error: 's.error',
  startedAt: 's.started_at',
  finishedAt: 's.finished_at',
  durationMs: '(extract(epoch from s.finished_at - s.started_at) * 1000)::integer',
  // A loop in progress and a waiting step store the handle by which they will continue.
  handle: `case when s.status not in ('running', 'waiting') then s.handle end`,
  resumeAt: `case when s.status = 'waiting' then s.resume_at end`,
  attempts: `case when s.status = 'skipped' then '[]'::json else (
    select json_agg(json_build_object('attempt', a."attempt", 'status', case when a."finishedAt" is null then s.status else 'failed' end,
      'startedAt', a."startedAt", 'finishedAt', coalesce(a."finishedAt", s.finished_at),
      'error', case when a."finishedAt" is null then s.error else a."error" end) order by a."attempt")
    from json_to_recordset(coalesce(s.attempts, json_build_array(json_build_object('attempt', s.attempt, 'startedAt', s.started_at))))
      as a("attempt" integer, "startedAt" timestamptz, "finishedAt" timestamptz, "error" json)) end`,
};

/** Fields of a step whose resolvers find it by these columns. */
const placeColumns = [
  ...idColumns,
  ['workspaceId', 's.workspace_id'],
  ['nodeId', 's.node_id'],
  ['nodeType', 's.node_type'],
  ['iteration', `nullif(s.iteration, '')`],
] as const;
const placedFields = ['childExecution', 'creditsUsed'];

/** What is selected of a table for the requested fields. */
export interface Selection {
  columns: string;
  /** The selected columns that can be large. */
  large: readonly LargeColumn[];
  /** The same for all selections of the same columns. */
  key: string;
}

const largeColumns = ['triggerData', 'request', 'output'];

/**
 * What is selected of executions (as `e`) for the requested fields, possibly with their steps, and what resolvers below
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
    // Steps with arguments are read by statements of their own.
    if (!fields.has('steps') || fields.withArguments?.('steps')) return selection(columns, large);
    const steps = fields.below('steps');
    const largeOfSteps = Object.entries(largeStepSizes).filter(([name]) => steps.has(name));
    if (largeOfSteps.length > 0) return selection(columns, [...large, largeSteps(steps, largeOfSteps)]);
    return selection(`${columns}, ${stepsOf('e', steps)}`, [...large, smallSteps]);
  });
}

/** Steps by column, as `toSteps` reads them. */
export type StepColumns = Readonly<Record<string, readonly unknown[] | null>>;

/**
 * Steps of the row `of`, in the order of their start: step IDs are UUIDv7, created when a step begins. One list for
 * each column: Postgres writes them, and the server parses them, in a fraction of the time that objects or rows take.
 */
function stepsOf(of: 'e' | 'p', fields: RequestedFields): string {
  const named = namedSteps(fields);
  const lists = [...named.keys()].map((name) => `'${name}', json_agg(l."${name}")`);
  return `(select json_build_object(${lists.join(', ')}) from (select ${selectList(named)} from execution_steps s
    where ${ofExecution[of]} order by s.id) l) as "steps"`;
}

const ofExecution = {
  e: 's.workspace_id = e.workspace_id and s.execution_id = e.id',
  p: 's.workspace_id = p."workspaceId" and s.execution_id = p."id"',
};

function namedSteps(fields: RequestedFields): Map<string, string> {
  const columns = [
    ...(fields.has('approvalUrl') ? approvalColumns : []),
    ...(placedFields.some((name) => fields.has(name)) ? placeColumns : []),
    ...asked(stepColumns, fields),
  ];
  return new Map(columns.length > 0 ? columns : [['id', 's.id']]);
}

/**
 * Columns of a step that can be large, with their size in an answer. An execution has up to 1,000,000 steps of 1 MiB each.
 */
const largeStepSizes: Readonly<Record<string, string>> = {
  name: textBytes('s.name'),
  input: jsonBytes('s.input'),
  output: jsonBytes('s.output'),
  logs: jsonBytes('s.logs'),
  error: jsonBytes('s.error'),
  attempts: jsonBytes('s.attempts'),
};
/** Size of any other column with its name. */
const smallBytes = 50;

/** Steps are combined for a row only if all of them fit: before that, only their sizes are summed. */
function largeSteps(fields: RequestedFields, large: readonly (readonly [name: string, bytes: string])[]): LargeColumn {
  const rest = smallBytes * namedSteps(fields).size;
  const sum = (sizes: readonly string[]) =>
    `coalesce((select sum(${sizes.join(' + ')} + ${rest}) from execution_steps s where ${ofExecution.p}), 0)`;
  return {
    fields: large.map(([name]) => `steps.${name}`),
    stored: sum(large.map(([name]) => storedBytes(`s.${name}`))),
    exact: sum(large.map(([, bytes]) => bytes)),
    late: stepsOf('p', fields),
  };
}

/** Without large columns, steps are combined immediately, which reads them once, and are counted as they are. */
const smallSteps: LargeColumn = {
  fields: ['steps'],
  stored: storedBytes('p."steps"'),
  exact: storedBytes('p."steps"'),
};

/** Converts steps that were read by column. */
export function toSteps(columns: StepColumns): Step[] {
  const lists = Object.entries(columns);
  return (lists[0]?.[1] ?? []).map((_, at) => {
    const step: Record<string, unknown> = {};
    for (const [name, values] of lists) step[name] = values?.[at];
    return step as unknown as Step;
  });
}

/** What is selected of `execution_steps` (as `s`) for the requested fields. */
export function selectStep(fields: RequestedFields): Selection {
  return remembered(stepSelections, fields, () => {
    const columns = selectList(new Map([...idColumns, ...namedSteps(fields)]));
    const large = ['input', 'output', 'logs', 'error', 'attempts'].filter((name) => fields.has(name)).map(jsonColumn);
    return selection(columns, fields.has('name') ? [...large, textColumn('name')] : large);
  });
}

function selection(columns: string, large: readonly LargeColumn[]): Selection {
  return { columns, large, key: [columns, ...large.map(({ late }) => late)].join() };
}

// The requested fields of a document are one object: its text is built once.
const executionSelections = new WeakMap<RequestedFields, Selection>();
const stepSelections = new WeakMap<RequestedFields, Selection>();

function remembered(
  known: WeakMap<RequestedFields, Selection>,
  fields: RequestedFields,
  make: () => Selection,
): Selection {
  const made = known.get(fields) ?? make();
  known.set(fields, made);
  return made;
}

type Columns = Readonly<Record<string, string>>;

function asked(columns: Columns, fields: RequestedFields): [name: string, column: string][] {
  return Object.entries(columns).filter(([name]) => fields.has(name));
}

function selectList(columns: Iterable<readonly [name: string, column: string]>): string {
  return Array.from(columns, ([name, column]) => `${column} as "${name}"`).join(', ');
}

/** All columns, for events; steps and credits are stored in other tables. */
export const allExecutionFields: RequestedFields = {
  has: (name) => !['steps', 'creditsUsed', 'cursor'].includes(name),
  below: () => allExecutionFields,
};
