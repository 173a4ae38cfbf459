import type { Logger } from 'pino';
import { AppError, notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import type { Services } from '../../../../platform/services.js';
import { logEnd } from '../store/log-end.js';
import { type CancelledTree, cancelTree } from './cancel-tree.js';

/**
 * Ends a running execution at once, with the executions that it called and waits for. Works on queued, active and
 * waiting executions, whether their worker is alive or dead.
 * @throws AppError NOT_FOUND, EXECUTION_NOT_RUNNING
 */
export async function cancelExecution(scope: Scope, id: string): Promise<void> {
  const { db, log } = scope.services;
  requireCancelled(await endExecution({ db, log }, scope.workspaceId, requireId(id, 'execution')));
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
async function endExecution(
  { db, log }: Pick<Services, 'db' | 'log'>,
  workspaceId: string,
  id: string,
): Promise<string | null> {
  const { former, ended } = await db
    .within(workspaceId)
    .transaction((sql) => cancelTree(sql, workspaceId, [id], { answered: [id] }));
  logCancelled(log, ended);
  return former.get(id) ?? null;
}

/** Logs one line for each execution that was cancelled. */
export function logCancelled(log: Logger, ended: CancelledTree['ended']): void {
  for (const run of ended) logEnd(log, run, { status: 'cancelled', at: run.at });
}
