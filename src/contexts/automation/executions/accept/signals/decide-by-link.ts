import type { Sql } from '../../../../../platform/database/database.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../../platform/graphql/context.js';
import type { Services } from '../../../../../platform/services.js';
import { recordLinkAudit } from '../../../../accounts/audit/index.js';
import { type ApprovalTarget, readApprovalToken } from '../../run/approval-link.js';
import { ApprovalConfirmation, type ApprovalRequest, type DecideApprovalByLinkInput } from '../approval.object.js';
import { type CodeTarget, requireApprovalCode, sendApprovalCode } from './approval-codes.js';
import { addressOf, isApprover } from './approvers.js';
import { type Asked, alreadyDecided, decide, readApproval } from './decide-approval.js';

/**
 * The request that a link stands for: the message, and nothing else of the execution. @throws AppError INVALID_TOKEN,
 * FORBIDDEN
 */
export async function readApprovalRequest(services: Services, token: string): Promise<ApprovalRequest> {
  const target = readApprovalToken(services.settings.jwtSecret, token);
  const asked = await readByLink(services.db.within(target.workspaceId), target);
  return requestOf(target, asked);
}

function requestOf({ approver }: ApprovalTarget, { flowName, message, open, closesAt }: Asked): ApprovalRequest {
  return { flowName, message: open ? message : null, approver, open, closesAt };
}

/**
 * Approves or rejects by link. A link of a named approver is confirmed: by the approver's login, or by a code. The
 * first call without one mails the code, and decides nothing (docs/decisions/capabilities.md). The workspace's audit log
 * records both in any case.
 * @throws AppError INVALID_TOKEN, FORBIDDEN also for a wrong code, NOT_FOUND, CONFLICT, RATE_LIMITED, UNAVAILABLE
 */
export async function decideApprovalByLink(
  context: GraphContext,
  token: string,
  input: DecideApprovalByLinkInput,
): Promise<ApprovalRequest> {
  const { services } = context;
  const target = readApprovalToken(services.settings.jwtSecret, token);
  const confirmedBy = await confirmationOf(context, target);
  const isDecided = confirmedBy !== 'code' || Boolean(input.code);
  const { workspaceId, executionId, stepId, approver } = target;
  const entry = {
    workspaceId,
    targetId: executionId,
    holder: approver,
    input,
    action: isDecided ? 'decideApprovalByLink' : 'sendApprovalCode',
    details: { executionId, stepId, decision: input.decision, ...(isDecided && { confirmedBy }) },
  };
  const tenantSql = services.db.within(workspaceId);
  await recordLinkAudit(context, entry, async () => {
    const { open, flowName } = await readByLink(tenantSql, target);
    if (!open) throw alreadyDecided();
    if (!isDecided) return sendApprovalCode(services, named(target), flowName);
    if (confirmedBy === 'code') await requireApprovalCode(services, named(target), input.code as string);
    return decide(tenantSql, target, approver ?? 'link', input);
  });
  const request = await readApprovalRequest(services, token);
  return isDecided ? request : { ...request, confirmation: ApprovalConfirmation.sent };
}

/** How a decision by link is confirmed. A link for nobody in particular is not. */
async function confirmationOf(context: GraphContext, target: ApprovalTarget): Promise<'none' | 'login' | 'code'> {
  if (target.approver === null) return 'none';
  return (await isSignedIn(context, named(target))) ? 'login' : 'code';
}

/** Whether the caller is the member with the address of the approver, in person. */
async function isSignedIn(context: GraphContext, { workspaceId, approver }: CodeTarget): Promise<boolean> {
  const { principal } = context.caller;
  if (principal?.kind !== 'user' || context.violation) return false;
  const access = await context.findAccess(principal, workspaceId).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  // Whoever invited the member may have read the token of the invitation: only a proof of the address counts.
  if (!access?.emailVerified) return false;
  return isApprover([approver], await addressOf(context.services.db.pool, principal.userId));
}

function named(target: ApprovalTarget): CodeTarget {
  return target as CodeTarget;
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
