import type { Scope } from '../../../../../platform/graphql/context.js';
import { cancelExecution } from '../../run/cancel-execution.js';
import type { ExecutionBulkInput, ExecutionBulkResult } from './execution-bulk.object.js';
import { processExecutions } from './process-executions.js';

const retryFields = ['from', 'nodeId', 'version', 'triggerData'] as const;

/** Cancels the running executions that a filter selects, each with the executions that it called. */
export function cancelExecutions(scope: Scope, input: ExecutionBulkInput): Promise<ExecutionBulkResult> {
  return processExecutions(scope, input, {
    statuses: ['running'],
    violations: retryFields
      .filter((field) => input[field] != null)
      .map((field) => ({
        field,
        rule: 'NOT_ALLOWED_WITH',
        message: `${field} is not allowed. A cancellation starts no execution.`,
      })),
    where: [],
    atNode: (node) => `exists (select from execution_steps s where s.workspace_id = e.workspace_id
      and s.execution_id = e.id and s.node_id = ${node} and s.status in ('running', 'waiting'))`,
    async perform(id) {
      await cancelExecution(scope, id);
      return id;
    },
  });
}
