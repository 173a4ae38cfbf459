import { AppError } from '../../../../platform/errors/errors.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import type { Settings } from '../../../../platform/services.js';
import { readSignedWords, signWords } from '../../../../platform/signed-text.js';
import type { SignalTarget } from '../store/step-signals.js';

/** The step that a link may decide, and for whom it was created. */
export interface ApprovalTarget extends SignalTarget {
  /** Email address for which the link was created; null if the step names no approvers. */
  approver: string | null;
}

/**
 * URL on which a person without an account can approve or reject. The token is in the fragment: it reaches no server's
 * log and no referrer, and a link preview decides nothing.
 */
export function approvalLink(
  { publicUrl, jwtSecret }: Pick<Settings, 'publicUrl' | 'jwtSecret'>,
  target: ApprovalTarget,
) {
  return `${publicUrl}/approve#token=${approvalToken(jwtSecret, target)}`;
}

/** The token of a link. */
export function tokenOfLink(link: string): string {
  return new URL(link).hash.replace('#token=', '');
}

/** Valid for one step only. It is not stored: a step is decided once. */
function approvalToken(secret: string, { workspaceId, executionId, stepId, approver }: ApprovalTarget): string {
  return signWords(secret, 'approval', [workspaceId, executionId, stepId, approver]);
}

/** @throws AppError INVALID_TOKEN if this server did not sign the token */
export function readApprovalToken(secret: string, token: string): ApprovalTarget {
  const words = readSignedWords(secret, 'approval', token);
  if (!words) throw invalidToken();
  const [workspaceId, executionId, stepId, approver] = words;
  if (![workspaceId, executionId, stepId].every((id) => id != null && isUuid(id))) throw invalidToken();
  return { workspaceId, executionId, stepId, approver: approver ?? null } as ApprovalTarget;
}

function invalidToken(): AppError {
  return new AppError('INVALID_TOKEN', 'The approval link is not valid. Open the complete link that you received.');
}
