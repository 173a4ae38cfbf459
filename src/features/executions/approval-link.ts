import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/errors.js';
import { isUuid } from '../../platform/graphql/context.js';
import type { Settings } from '../../platform/services.js';
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

/** Good for one step and nothing else. It needs no memory: a step is decided once. */
export function approvalToken(secret: string, { workspaceId, executionId, stepId, approver }: ApprovalTarget): string {
  const text = Buffer.from(JSON.stringify([workspaceId, executionId, stepId, approver])).toString('base64url');
  return `${text}.${sign(secret, text)}`;
}

/** @throws AppError INVALID_TOKEN for whatever this server did not sign */
export function readApprovalToken(secret: string, token: string): ApprovalTarget {
  const [text = '', signature = ''] = token.split('.');
  const right = Buffer.from(sign(secret, text));
  const given = Buffer.from(signature);
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw invalidToken();
  const [workspaceId, executionId, stepId, approver] = JSON.parse(
    Buffer.from(text, 'base64url').toString(),
  ) as string[];
  if (![workspaceId, executionId, stepId].every((id) => id !== undefined && isUuid(id))) throw invalidToken();
  return { workspaceId, executionId, stepId, approver: approver ?? null } as ApprovalTarget;
}

// Of another purpose than access tokens, which are signed with the same secret.
function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`approval:${text}`).digest('base64url');
}

function invalidToken(): AppError {
  return new AppError('INVALID_TOKEN', 'This link is not one of ours. Open the whole address that you were sent.');
}
