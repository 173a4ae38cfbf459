import type { Database } from '../../../../platform/database/database.js';
import { AppError, notFound } from '../../../../platform/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { cancelling, cancelTree } from './cancel-tree.js';

/**
 * Ends a running execution at once, and the runs that it called and waits for. Works alike on queued, active and waiting
 * runs, with a live worker or a dead one.
 * @throws AppError NOT_FOUND, EXECUTION_NOT_RUNNING
 */
export async function cancelExecution(scope: Scope, id: string): Promise<void> {
  const status = await endExecution(scope.services.db, scope.workspaceId, requireId(id, 'execution'));
  if (status === null) throw notFound('execution');
  if (status === 'running') return;
  throw new AppError('EXECUTION_NOT_RUNNING', `Only a running execution can be cancelled; this one is ${status}.`);
}

/**
 * Cancels a run with its tree, in one transaction.
 * @returns the status in which it was found: `running` where it was cancelled; null for no run at all
 */
async function endExecution(db: Database, workspaceId: string, id: string): Promise<string | null> {
  const found = await cancelling(db, workspaceId, (sql) => cancelTree(sql, workspaceId, [id], [id]));
  return found.get(id) ?? null;
}
