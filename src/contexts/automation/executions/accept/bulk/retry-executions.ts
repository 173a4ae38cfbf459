import { createHash } from 'node:crypto';
import type { Scope } from '../../../../../platform/graphql/context.js';
import { retryOnce } from '../retry-execution.js';
import { retryViolations } from '../retry-request.js';
import type { ExecutionBulkInput, ExecutionBulkResult } from './execution-bulk.object.js';
import { processExecutions } from './process-executions.js';

/**
 * Retries the ended executions that a filter selects and that were not retried before, each like `retryExecution`.
 * Concurrent requests retry each of them once.
 */
export function retryExecutions(scope: Scope, input: ExecutionBulkInput): Promise<ExecutionBulkResult> {
  const { from, nodeId, version, triggerData } = input;
  const retry = { from, nodeId, version, triggerData };
  return processExecutions(scope, input, {
    statuses: ['failed', 'cancelled', 'completed'],
    violations: retryViolations(retry),
    where: ['not exists (select from executions r where r.workspace_id = e.workspace_id and r.retry_of = e.id)'],
    // Else executions that always fail would be retried for as long as the caller continues.
    continuing: (after) => `(e.retry_of is null or e.retry_of > ${after})`,
    atNode: (node) => `e.error ->> 'nodeId' = ${node}`,
    perform: async (id) => (await retryOnce(scope, id, retry, () => keyOf(id))).executionId,
  });
}

/** A key that no client can send. */
function keyOf(id: string) {
  return { key: `\u0001retry:${id}`, hash: createHash('sha256').update(id).digest('hex') };
}
