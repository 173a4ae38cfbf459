import type { Database } from '../../../../platform/database/database.js';
import { AppError, notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { cancelTree } from './cancel-tree.js';

/**
 * Ends a running execution at once, with the executions that it called and waits for. Works on queued, active and
 * waiting executions, whether their worker is alive or dead.
 * @throws AppError NOT_FOUND, EXECUTION_NOT_RUNNING
 */
export async function cancelExecution(scope: Scope, id: string): Promise<void> {
  const { workspaceId } = scope;
  requireCancelled(await endExecution(scope.services.db, workspaceId, requireId(id, 'execution')));
}

/** @param status the one that the execution had @throws AppError NOT_FOUND, EXECUTION_NOT_RUNNING */
export function requireCancelled(status: string | null): void {
  if (status === null) throw notFound('execution');
  if (status === 'running') return;
  throw new AppError('EXECUTION_NOT_RUNNING', `The execution must be running to be cancelled, but it is ${status}.`);
}

/**
 * Cancels an execution with its tree, in one transaction.
 * @returns the status that it had: `running` if it was cancelled; null if it does not exist
 */
async function endExecution(db: Database, workspaceId: string, id: string): Promise<string | null> {
  const found = await db.within(workspaceId).transaction((sql) => cancelTree(sql, workspaceId, [id], [id]));
  return found.get(id) ?? null;
}
