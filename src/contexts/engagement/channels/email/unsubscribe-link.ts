import { AppError } from '../../../../platform/errors/errors.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import type { Settings } from '../../../../platform/services.js';
import { readSignedWords, signWords } from '../../../../platform/signed-text.js';

/** Whom a link unsubscribes: an address in a workspace, and the contact that it was written to, if it was one. */
export interface Subscriber {
  workspaceId: string;
  contactId: string | null;
  /** In lower case. */
  email: string;
}

const purpose = 'unsubscribe';

/**
 * URL that unsubscribes an address: GET shows a page and changes nothing, POST unsubscribes (RFC 8058). It does not expire,
 * because mails are kept; it is not stored, and only this server can have signed it.
 */
export function unsubscribeLink(
  { publicUrl, jwtSecret }: Pick<Settings, 'publicUrl' | 'jwtSecret'>,
  { workspaceId, contactId, email }: Subscriber,
): string {
  return `${publicUrl}/unsubscribe?token=${signWords(jwtSecret, purpose, [workspaceId, contactId, email])}`;
}

/** @throws AppError INVALID_TOKEN if this server did not sign the token */
export function readUnsubscribeToken(secret: string, token: string): Subscriber {
  const [workspaceId, contactId = null, email] = readSignedWords(secret, purpose, token) ?? [];
  if (workspaceId && email && isUuid(workspaceId)) return { workspaceId, contactId, email };
  throw new AppError('INVALID_TOKEN', 'The unsubscribe link is not valid. Open the complete link from the email.');
}
