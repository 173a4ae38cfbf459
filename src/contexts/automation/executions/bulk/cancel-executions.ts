import type { Scope } from '../../../../platform/graphql/context.js';
import { cancelExecution } from '../tree/cancel-execution.js';
import type { ExecutionBulkInput, ExecutionBulkResult } from './execution-bulk.object.js';
import { processExecutions } from './process-executions.js';

/** Cancels the running executions that a filter selects, each with the executions that it called. */
export function cancelExecutions(scope: Scope, input: ExecutionBulkInput): Promise<ExecutionBulkResult> {
  return processExecutions(scope, input, {
    statuses: ['running'],
    where: [],
    atNode: (node) => `exists (select from execution_steps s where s.workspace_id = e.workspace_id
      and s.execution_id = e.id and s.node_id = ${node} and s.status in ('running', 'waiting'))`,
    async perform(id) {
      await cancelExecution(scope, id);
      return id;
    },
  });
}
