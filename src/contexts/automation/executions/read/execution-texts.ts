import type { LargeColumn } from '../../../../platform/database/read-large.js';
import {
  hasNoArguments,
  type JsonColumns,
  jsonOf,
  timeColumn,
} from '../../../../platform/graphql/levels/json-columns.js';
import type { PlannedField, PlannedSelection } from '../../../../platform/graphql/levels/plan-query.js';
import { executionColumns, stepColumns } from './execution-columns.js';

/** The columns that need neither a resolver nor the look-up of a large value. */
const executionTexts = texts(executionColumns, {
  values: [
    ...['id', 'executionId', 'flowId', 'flowName', 'flowVersion', 'status', 'phase', 'trigger', 'startNodeId'],
    ...['parentExecutionId', 'retryOf', 'runAs', 'durationMs'],
  ],
  times: ['startedAt', 'finishedAt', 'createdAt'],
});
const stepTexts = texts(stepColumns, {
  values: [
    ...['id', 'nodeId', 'nodeType', 'name', 'iteration', 'attempt', 'interruptions', 'status', 'truncated'],
    ...['durationMs', 'handle'],
  ],
  times: ['startedAt', 'finishedAt', 'resumeAt'],
});

/** What is selected of executions `e` that Postgres writes as JSON. */
export interface TextSelection {
  columns: string;
  large: readonly LargeColumn[];
}

/** Executions as JSON, also with their steps; null if Postgres cannot write all of what is selected. */
export function selectExecutionText(selection: PlannedSelection | null): TextSelection | null {
  const text = selection && jsonOf(selection, executionTexts, { steps: writeSteps });
  if (!text) return null;
  const hasSteps = selection.fields.some(({ name }) => name === 'steps');
  const size = 'octet_length(p."text")';
  return {
    columns: `e.id as "id", ${text} as "text"`,
    // An execution has any number of steps.
    large: hasSteps ? [{ fields: ['steps'], stored: size, exact: size }] : [],
  };
}

/** All steps of an execution `e`, in the order of their start: step IDs are UUIDv7, created when a step begins. */
function writeSteps(field: PlannedField): string | null {
  const step = field.inner && hasNoArguments(field) ? jsonOf(field.inner, stepTexts) : null;
  return (
    step &&
    `coalesce((select '[' || string_agg(${step}, ',' order by s.id) || ']' from execution_steps s
      where s.workspace_id = e.workspace_id and s.execution_id = e.id), '[]')`
  );
}

function texts(columns: JsonColumns, { values, times }: Record<'values' | 'times', string[]>): JsonColumns {
  const find = (name: string) => columns[name] as string;
  return Object.fromEntries([
    ...values.map((name) => [name, find(name)]),
    ...times.map((name) => [name, timeColumn(find(name))]),
  ]);
}
