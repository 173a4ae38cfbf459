import { AppError } from '../../../../platform/errors.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import type { Settings } from '../../../../platform/services.js';
import { readSignedWords, signWords } from '../../../../platform/signed-text.js';
import type { SignalTarget } from './step-signals.js';

/** The one step that a link may decide, and by whom. */
export interface ApprovalTarget extends SignalTarget {
  /** Whom the link was made for; null for nobody in particular. */
  approver: string | null;
}

/**
 * Where somebody without an account can approve or reject. The token stands behind the #: it reaches no server's log
 * and no referrer, and what only looks at the address decides nothing.
 */
export function approvalLink(
  { publicUrl, jwtSecret }: Pick<Settings, 'publicUrl' | 'jwtSecret'>,
  target: ApprovalTarget,
) {
  return `${publicUrl}/approve#token=${approvalToken(jwtSecret, target)}`;
}

/** The part of a link that opens it. */
export function tokenOfLink(link: string): string {
  return new URL(link).hash.replace('#token=', '');
}

/** Good for one step and nothing else. It needs no memory: a step is decided once. */
function approvalToken(secret: string, { workspaceId, executionId, stepId, approver }: ApprovalTarget): string {
  return signWords(secret, 'approval', [workspaceId, executionId, stepId, approver]);
}

/** @throws AppError INVALID_TOKEN for whatever this server did not sign */
export function readApprovalToken(secret: string, token: string): ApprovalTarget {
  const words = readSignedWords(secret, 'approval', token);
  if (!words) throw invalidToken();
  const [workspaceId, executionId, stepId, approver] = words;
  if (![workspaceId, executionId, stepId].every((id) => id != null && isUuid(id))) throw invalidToken();
  return { workspaceId, executionId, stepId, approver: approver ?? null } as ApprovalTarget;
}

function invalidToken(): AppError {
  return new AppError('INVALID_TOKEN', 'This link is not one of ours. Open the whole address that you were sent.');
}
