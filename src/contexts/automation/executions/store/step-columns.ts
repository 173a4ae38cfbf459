import {
  jsonBytes,
  jsonColumn,
  type LargeColumn,
  storedBytes,
  textBytes,
  textColumn,
} from '../../../../platform/database/read-large.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { asked, remembered, type Selection, selection, selectList } from './selection.js';
import type { Step } from './step.object.js';

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
  itemErrors: `s.progress -> 'errors'`,
  startedAt: 's.started_at',
  finishedAt: 's.finished_at',
  durationMs: 'round(extract(epoch from s.finished_at - s.started_at) * 1000)::float8',
  // A loop in progress and a waiting step store the handle by which they will continue.
  handle: `case when s.status not in ('running', 'waiting') then s.handle end`,
  resumeAt: `case when s.status = 'waiting' then s.resume_at end`,
  attempts: `case when s.status = 'skipped' or s.attempt = 0 then '[]'::json else (
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
  ['status', 's.status'],
] as const;
const placedFields = ['childExecution', 'creditsUsed', 'callbackUrl'];

/** Steps by column, as `toSteps` reads them. */
export type StepColumns = Readonly<Record<string, readonly unknown[] | null>>;

/**
 * Steps of the row `of`, in the order of their start: step IDs are UUIDv7, created when a step begins. One list for
 * each column: Postgres writes them, and the server parses them, in a fraction of the time that objects or rows take.
 */
export function stepsOf(of: 'e' | 'p', fields: RequestedFields): string {
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
  itemErrors: jsonBytes(`(s.progress -> 'errors')`),
  attempts: jsonBytes('s.attempts'),
};
/** Size of any other column with its name. */
const smallBytes = 50;

/**
 * The steps of a row with their large columns, if these are requested. Steps are combined for a row only if all of them
 * fit: before that, only their sizes are summed.
 */
export function largeStepsOf(fields: RequestedFields): LargeColumn | null {
  const large = Object.entries(largeStepSizes).filter(([name]) => fields.has(name));
  if (large.length === 0) return null;
  const rest = smallBytes * namedSteps(fields).size;
  const sum = (sizes: readonly string[]) =>
    `coalesce((select sum(${sizes.join(' + ')} + ${rest}) from execution_steps s where ${ofExecution.p}), 0)`;
  return {
    fields: large.map(([name]) => `steps.${name}`),
    stored: sum(large.map(([name]) => storedBytes(name === 'itemErrors' ? 's.progress' : `s.${name}`))),
    exact: sum(large.map(([, bytes]) => bytes)),
    late: stepsOf('p', fields),
  };
}

/** Without large columns, steps are combined immediately, which reads them once, and are counted as they are. */
export const smallSteps: LargeColumn = {
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

const stepSelections = new WeakMap<RequestedFields, Selection>();

/** What is selected of `execution_steps` (as `s`) for the requested fields. */
export function selectStep(fields: RequestedFields): Selection {
  return remembered(stepSelections, fields, () => {
    const columns = selectList(new Map([...idColumns, ...namedSteps(fields)]));
    const large = ['input', 'output', 'logs', 'error', 'itemErrors', 'attempts']
      .filter((name) => fields.has(name))
      .map(jsonColumn);
    return selection(columns, fields.has('name') ? [...large, textColumn('name')] : large);
  });
}
