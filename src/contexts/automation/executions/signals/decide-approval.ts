import type { Sql } from '../../../../platform/database/database.js';
import { AppError, notFound } from '../../../../platform/errors/errors.js';
import { type GraphContext, requireId, type Scope } from '../../../../platform/graphql/context.js';
import type { Services } from '../../../../platform/services.js';
import { recordLinkAudit } from '../../../accounts/audit/index.js';
import type { ApprovalRequest, DecideApprovalInput } from '../api/approval.object.js';
import { type ApprovalTarget, readApprovalToken } from './approval-link.js';
import { addressOf, isApprover } from './approvers.js';
import { type SignalTarget, signalStep } from './step-signals.js';

/**
 * Approves or rejects as the caller. If the step names approvers, only they and the workspace's owners and admins may
 * decide; otherwise everyone who may run flows.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if it was decided already or has expired
 */
export async function decideApproval(
  scope: Scope,
  executionId: string,
  stepId: string,
  input: DecideApprovalInput,
): Promise<void> {
  const target = {
    workspaceId: scope.workspaceId,
    executionId: requireId(executionId, 'execution'),
    stepId: requireId(stepId, 'approval'),
  };
  const asked = await readApproval(scope.sql, target);
  const by = await addressOf(scope.sql, scope.access.userId);
  const approvers = asked.approvers ?? [];
  const decides = approvers.length === 0 || ['OWNER', 'ADMIN'].includes(scope.access.role);
  if (!decides && !isApprover(approvers, by)) {
    throw new AppError(
      'FORBIDDEN',
      'Only the approvers that this step names, owners and admins may decide. Ask one of them.',
    );
  }
  await decide(scope, target, by, input);
}

/**
 * The request that a link stands for: the message, and nothing else of the execution. @throws AppError INVALID_TOKEN,
 * FORBIDDEN
 */
export async function readApprovalRequest(services: Services, token: string): Promise<ApprovalRequest> {
  const target = readApprovalToken(services.settings.jwtSecret, token);
  const { flowName, message, open, closesAt } = await readByLink(services.db.within(target.workspaceId), target);
  return { flowName, message: open ? message : null, approver: target.approver, open, closesAt };
}

/**
 * Approves or rejects by link, without signing in. The workspace's audit log records it in any case.
 * @throws AppError INVALID_TOKEN, FORBIDDEN, NOT_FOUND, CONFLICT
 */
export async function decideApprovalByLink(
  context: GraphContext,
  token: string,
  input: DecideApprovalInput,
): Promise<ApprovalRequest> {
  const { services } = context;
  const target = readApprovalToken(services.settings.jwtSecret, token);
  const { workspaceId, executionId, stepId, approver } = target;
  const tenantSql = services.db.within(workspaceId);
  const details = { executionId, stepId, decision: input.decision };
  const operation = {
    workspaceId,
    action: 'decideApprovalByLink',
    targetId: executionId,
    holder: approver,
    input,
    details,
  };
  await recordLinkAudit(context, operation, async () => {
    await readByLink(tenantSql, target);
    await decide(tenantSql, target, approver ?? 'link', input);
  });
  return readApprovalRequest(services, token);
}

/** A step that names its approvers can be decided by their links only. */
async function readByLink(sql: Sql, target: ApprovalTarget): Promise<Asked> {
  const asked = await readApproval(sql, target);
  if (!asked.approvers?.length || isApprover(asked.approvers, target.approver)) return asked;
  throw new AppError(
    'FORBIDDEN',
    'This link was not created for one of the approvers that the step names. Use the link that an approver received.',
  );
}

async function decide(
  within: Pick<Scope, 'transaction'>,
  target: SignalTarget,
  by: string | null,
  { decision, comment }: DecideApprovalInput,
): Promise<void> {
  const signal = { handle: decision, output: { by, comment: comment ?? null } };
  const taken = await within.transaction((sql) => signalStep(sql, target, signal));
  if (taken) return;
  throw new AppError('CONFLICT', 'The approval has already been decided, or has expired.');
}

interface Asked extends Omit<ApprovalRequest, 'approver'> {
  approvers: string[] | null;
}

async function readApproval(
  sql: Sql,
  { workspaceId, executionId, stepId }: SignalTarget | ApprovalTarget,
): Promise<Asked> {
  const { rows } = await sql.query<Asked>(
    `/* read_approval */ select e.flow_name as "flowName", s.input ->> 'message' as message,
       case when json_typeof(s.input -> 'approvers') = 'array' then s.input -> 'approvers' end as approvers,
       s.resume_at as "closesAt", e.status = 'running' and s.status = 'waiting' and s.error is null
         and s.signal is null
         and (s.resume_at is null or s.resume_at > now()) as open
     from execution_steps s join executions e on e.workspace_id = s.workspace_id and e.id = s.execution_id
     where s.workspace_id = $1 and s.execution_id = $2 and s.id = $3 and s.node_type = 'wait.approval'`,
    [workspaceId, executionId, stepId],
  );
  if (!rows[0]) throw notFound('approval');
  return rows[0];
}
