import {
  itemsOnly,
  type JsonColumns,
  timeColumn,
  type WriteField,
  writeObject,
} from '../../../../platform/graphql/levels/json-columns.js';
import { executionColumns } from '../store/execution-columns.js';
import { stepColumns } from '../store/step-columns.js';

/** The columns of executions `e` that need neither a resolver nor the look-up of a large value. */
export const executionTexts = texts(executionColumns, {
  values: [
    'id',
    'workspaceId',
    'executionId',
    'flowId',
    'flowName',
    'flowVersion',
    'status',
    'phase',
    'trigger',
    'startNodeId',
    'triggerNodeId',
    'parentExecutionId',
    'retryOf',
    'runAs',
    'durationMs',
  ],
  times: ['startedAt', 'finishedAt', 'createdAt'],
});

/** The same of steps `s`. */
const stepTexts = texts(stepColumns, {
  values: [
    'id',
    'nodeId',
    'nodeType',
    'name',
    'iteration',
    'attempt',
    'interruptions',
    'status',
    'truncated',
    'durationMs',
    'handle',
  ],
  times: ['startedAt', 'finishedAt', 'resumeAt'],
});

/** All steps of an execution, in the order of their start: step IDs are UUIDv7, created when a step begins. */
export const writeAllSteps: WriteField = (field, parent) => {
  const step = writeObject(field, stepTexts, 's');
  return (
    step && {
      sql: `coalesce((select '[' || string_agg(${step.sql}, ',' order by s.id) || ']' from execution_steps s
        where s.workspace_id = ${parent}.workspace_id and s.execution_id = ${parent}.id), '[]')`,
      // An execution has any number of steps.
      large: ['steps'],
    }
  );
};

/** The first steps of an execution. */
export const writeSteps: WriteField = (field, parent) => {
  const items = itemsOnly(field);
  const step = items && writeObject(items, stepTexts, 's');
  return (
    step && {
      sql: `(select '{${items.head}[' || coalesce(string_agg(l.text, ',' order by l.id), '') || ']}'
        from (select s.id, ${step.sql} as text from execution_steps s
          where s.workspace_id = ${parent}.workspace_id and s.execution_id = ${parent}.id order by s.id limit ${items.limit}) l)`,
      large: ['steps'],
    }
  );
};

/** The newest executions of a flow. */
export const writeExecutionsOfFlow: WriteField = (field, parent) => {
  const items = itemsOnly(field);
  const written = items && writeObject(items, executionTexts, 'e');
  return (
    written && {
      sql: `(select '{${items.head}[' || coalesce(string_agg(l.text, ',' order by l.id desc), '') || ']}'
        from (select e.id, ${written.sql} as text from executions e
          where e.workspace_id = ${parent}.workspace_id and e.flow_id = ${parent}.id order by e.id desc limit ${items.limit}) l)`,
      large: written.large,
    }
  );
};

function texts(columns: JsonColumns, { values, times }: Record<'values' | 'times', string[]>): JsonColumns {
  const find = (name: string) => columns[name] as string;
  return Object.fromEntries([
    ...values.map((name) => [name, find(name)]),
    ...times.map((name) => [name, timeColumn(find(name))]),
  ]);
}
