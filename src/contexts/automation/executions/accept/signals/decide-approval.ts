import type { Sql } from '../../../../../platform/database/database.js';
import { AppError, notFound } from '../../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../../platform/graphql/context.js';
import type { Services } from '../../../../../platform/services.js';
import { type SignalTarget, signalStep } from '../../store/step-signals.js';
import type { ApprovalRequest, DecideApprovalInput } from '../approval.object.js';
import { deleteApprovalCodes } from './approval-codes.js';
import { addressOf, isApprover } from './approvers.js';

/**
 * Approves or rejects as the caller. If the step names approvers, only they and the workspace's owners and admins may
 * decide, and in person: an API key proves nobody's presence. Otherwise everyone who may run flows may, keys too.
 * @throws AppError NOT_FOUND, FORBIDDEN, SESSION_REQUIRED, CONFLICT if it was decided already or has expired
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
  if (approvers.length > 0) requireDecider(scope, approvers, by);
  await decide(scope, target, by, input);
}

function requireDecider(
  { access, principal, services }: Scope,
  approvers: readonly string[],
  address: string | null,
): void {
  const isNamed = isApprover(approvers, address);
  if (!['OWNER', 'ADMIN'].includes(access.role) && !(isNamed && access.emailVerified)) {
    throw new AppError(
      'FORBIDDEN',
      isNamed
        ? `This step names you, but your email is not verified. ${howToVerify(services)} Then decide.`
        : 'Only the approvers that this step names, owners and admins may decide. Ask one of them.',
    );
  }
  if (principal.kind === 'user') return;
  const message = 'This step names its approvers, so a person must decide. Log in and use the access token.';
  throw new AppError('SESSION_REQUIRED', message);
}

/** Accounts are made by invitations, too, whose tokens others may have read: only a proof of the address makes a person of it. */
function howToVerify({ mailer }: Services): string {
  return mailer
    ? 'Open the link that was mailed to you, or request a new one with POST /auth/email/send-verification.'
    : 'Ask the operator to run `workspace-automation user verify-email`.';
}

/** Sends the decision to the step. @throws AppError CONFLICT if it was decided already or has expired */
export async function decide(
  within: Pick<Scope, 'transaction'>,
  target: SignalTarget,
  by: string | null,
  { decision, comment }: DecideApprovalInput,
): Promise<void> {
  const signal = { handle: decision, output: { by, comment: comment ?? null } };
  const taken = await within.transaction(async (sql) => {
    await deleteApprovalCodes(sql, target.workspaceId, target.stepId);
    return signalStep(sql, target, signal);
  });
  if (!taken) throw alreadyDecided();
}

/** 409 for a request that accepts no decision any more. */
export function alreadyDecided(): AppError {
  return new AppError('CONFLICT', 'The approval has already been decided, or has expired.');
}

/** What a waiting step asks, and whom. */
export interface Asked extends Omit<ApprovalRequest, 'approver'> {
  approvers: string[] | null;
}

/** Reads fields of JSON columns, and what is open by the clock of the database. @throws AppError NOT_FOUND */
export async function readApproval(sql: Sql, { workspaceId, executionId, stepId }: SignalTarget): Promise<Asked> {
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
