import {
  byEnum,
  byId,
  byInteger,
  byNumber,
  byText,
  byTime,
  defineListFilter,
} from '../../../../platform/filters/fields.js';
import { columnCondition } from '../../../../platform/filters/filter-sql.js';
import type { Comparison, FilteredField } from '../../../../platform/filters/list-filter.js';
import { executionColumns, phaseCondition, statusCondition } from './execution-columns.js';
import { ExecutionPhase, ExecutionStatusName, ExecutionTriggerName } from './execution-enums.js';

/** What a list of executions `e` is filtered by. */
export const executionFilter = defineListFilter('Execution', 'executions', {
  id: byId('e.id', 'any'),
  flowId: byId('e.flow_id', 'any'),
  flowVersion: byInteger('e.flow_version'),
  status: {
    ...byEnum('ExecutionStatus', ExecutionStatusName, 'e.status', { values: ['running', 'failed', 'cancelled'] }),
    condition: oneOf(statusCondition),
  },
  phase: {
    ...byEnum('ExecutionPhase', ExecutionPhase, `(${executionColumns.phase})`, {
      values: ['queued', 'active', 'waiting'],
    }),
    condition: oneOf(phaseCondition),
  },
  trigger: byEnum('ExecutionTrigger', ExecutionTriggerName, 'e.trigger'),
  triggerNodeId: byText('e.trigger_node_id'),
  errorCode: ofFailed(byText(`(e.error ->> 'code')`, 'present')),
  nodeId: ofFailed(byText(`(e.error ->> 'nodeId')`, 'present')),
  parentExecutionId: byId('e.parent_execution_id', 'present'),
  retryOf: byId('e.retry_of', 'present'),
  durationMs: byNumber(executionColumns.durationMs as string),
  startedAt: byTime('e.started_at'),
  finishedAt: byTime('e.finished_at'),
  createdAt: byTime('e.created_at'),
});

/** Each value has a condition of its own, by which the few executions that have it are found. */
function oneOf(condition: (value: string) => string): NonNullable<FilteredField['condition']> {
  return (comparison: Comparison, value: unknown) => {
    if (comparison !== 'eq' && comparison !== 'in') return undefined;
    const values = comparison === 'eq' ? [value as string] : (value as string[]);
    return `(${values.map((one) => `(${condition(one)})`).join(' or ')})`;
  };
}

/** Only failed executions have a value, and an index. */
function ofFailed(field: FilteredField): FilteredField {
  return {
    ...field,
    condition: (comparison, value, bind) =>
      comparison === 'ne' || (comparison === 'isNull' && value)
        ? undefined
        : `(${statusCondition('failed')} and ${columnCondition(field, comparison, value, bind)})`,
  };
}
