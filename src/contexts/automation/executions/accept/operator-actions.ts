import type { Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { notFound } from '../../../../platform/errors/errors.js';
import { isUuid, requireId, Scope } from '../../../../platform/graphql/context.js';
import type { Services } from '../../../../platform/services.js';
import { findAccess, findCapabilities } from '../../../accounts/members/index.js';
import type { Workspace } from '../../../accounts/workspaces/index.js';
import { requireCancelled } from '../run/cancel-execution.js';
import { cancelTree } from '../run/cancel-tree.js';
import { executions } from '../store/execution.entity.js';
import type { RetryExecutionInput } from '../store/execution.input.js';
import { executionSteps } from '../store/execution-step.entity.js';
import { retryExecution } from './retry-execution.js';

/** An execution as the operator sees it: without its data, which belongs to the workspace. */
export interface OperatorExecution {
  id: string;
  workspaceId: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  status: string;
  trigger: string;
  error: { code: string; message: string; nodeId: string | null } | null;
  retryOf: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** A step of it, without its data. */
export interface OperatorStep {
  nodeId: string;
  nodeType: string;
  name: string;
  status: string;
  attempt: number;
  interruptions: number;
  error: { code: string; message: string } | null;
  startedAt: Date | string | null;
  finishedAt: Date | string | null;
}

function select(sql: Sql, label: string, workspaceId: string) {
  return typed(sql, label, executions)
    .selectFrom('executions')
    .select(['id', 'workspaceId', 'flowId', 'flowName', 'flowVersion', 'status', 'trigger', 'error', 'retryOf'])
    .select(['createdAt', 'startedAt', 'finishedAt'])
    .where('workspaceId', '=', workspaceId)
    .$castTo<OperatorExecution>();
}

export interface OperatorListFilters {
  status: string | null;
  flowId: string | null;
  limit: number;
}

/** Lists executions of a workspace, the newest first. @throws AppError NOT_FOUND if the workspace does not exist */
export async function listForOperator(
  sql: Sql,
  workspaceId: string,
  { status, flowId, limit }: OperatorListFilters,
): Promise<OperatorExecution[]> {
  await requireWorkspace(sql, workspaceId);
  let listed = select(sql, 'list_executions_for_operator', workspaceId).orderBy('id', 'desc').limit(limit);
  if (status !== null) listed = listed.where('status', '=', status);
  if (flowId !== null) listed = listed.where('flowId', '=', requireId(flowId, 'flow'));
  return listed.execute();
}

/** Finds an execution and its first steps. @throws AppError NOT_FOUND */
export async function findForOperator(
  sql: Sql,
  workspaceId: string,
  id: string,
  stepsAtMost: number,
): Promise<OperatorExecution & { steps: OperatorStep[] }> {
  const execution = await requireExecution(sql, workspaceId, id);
  const steps = await typed(sql, 'list_steps_for_operator', executionSteps)
    .selectFrom('execution_steps')
    .select(['nodeId', 'nodeType', 'name', 'status', 'attempt', 'interruptions', 'error', 'startedAt', 'finishedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('executionId', '=', id)
    .orderBy('id')
    .limit(stepsAtMost)
    .execute();
  return { ...execution, steps };
}

/** Cancels a running execution with its tree, in the caller's transaction. @throws AppError NOT_FOUND, EXECUTION_NOT_RUNNING */
export async function cancelForOperator(sql: Sql, workspaceId: string, id: string): Promise<void> {
  for (const one of [workspaceId, id]) requireId(one, 'execution');
  const { former } = await cancelTree(sql, workspaceId, [id], { answered: [id] });
  requireCancelled(former.get(id) ?? null);
}

/**
 * Retries an ended execution with the rights of the user or API key that it ran as: the operator gives it no others.
 * @returns the ID of the new execution
 * @throws AppError NOT_FOUND, FORBIDDEN, and those of `retryExecution`
 */
export async function retryForOperator(
  services: Services,
  workspaceId: string,
  id: string,
  input: RetryExecutionInput,
): Promise<string> {
  const { pool } = services.db;
  await requireExecution(pool, workspaceId, id);
  // Of three tables, the owner by a subquery.
  const { rows } = await pool.query<{ runAs: string | null; owner: string }>(
    `/* principal_of_execution */ select e.run_as as "runAs", (select m.user_id from members m
       join users u on u.id = m.user_id and u.disabled_at is null
       where m.workspace_id = e.workspace_id and m.role = 'OWNER' order by m.created_at, m.user_id limit 1) as owner
     from executions e where e.workspace_id = $1 and e.id = $2`,
    [workspaceId, id],
  );
  const { runAs, owner } = rows[0] ?? {};
  const issuedAt = services.now();
  const principal = principalOf(runAs ?? owner ?? '', issuedAt);
  const access = await findAccess(services, principalOf(owner ?? '', issuedAt), workspaceId);
  if (!access) throw notFound('workspace');
  const capabilities = await findCapabilities(pool, workspaceId, principal.userId);
  const scope = new Scope(services, { ...access, capabilities }, principal, { id: 'cli', log: services.log });
  return (await retryExecution(scope, id, input, null)).executionId;
}

function principalOf(userId: string, issuedAt: Date) {
  return { kind: 'user', userId, sessionId: null, issuedAt, expiresAt: null } as const;
}

async function requireExecution(sql: Sql, workspaceId: string, id: string): Promise<OperatorExecution> {
  for (const one of [workspaceId, id]) requireId(one, 'execution');
  const found = await select(sql, 'find_execution_for_operator', workspaceId).where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound('execution');
  return found;
}

async function requireWorkspace(sql: Sql, id: string): Promise<void> {
  const found =
    isUuid(id) &&
    (await typed(sql, 'workspace_exists', tableOf<Workspace>()('workspaces'))
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst());
  if (!found) throw notFound('workspace');
}
