import { isUuid } from '../../../../platform/graphql/context.js';
import type { Settings } from '../../../../platform/services.js';
import { readSignedWords, signWords } from '../../../../platform/signed-text.js';

/** One message of one workspace, and whose provider sent it. */
export interface MessageKey {
  workspaceId: string;
  idempotencyKey: string;
  source: 'platform' | 'byok';
}

const purpose = 'message-status';
const path = '/messages/twilio/status';

/** The URL at which a provider reports the status of one message. */
export function statusAddress(
  { publicUrl, jwtSecret }: Pick<Settings, 'publicUrl' | 'jwtSecret'>,
  { workspaceId, idempotencyKey, source }: MessageKey,
): string {
  return statusAddressOf(publicUrl, signWords(jwtSecret, purpose, [workspaceId, idempotencyKey, source]));
}

/** The same URL, from its token. */
export function statusAddressOf(publicUrl: string, token: string): string {
  return `${publicUrl}${path}?token=${token}`;
}

/** The message that a token identifies; null for a token that this server did not sign. */
export function readStatusToken(secret: string, token: string): MessageKey | null {
  const [workspaceId, idempotencyKey, source] = readSignedWords(secret, purpose, token) ?? [];
  if (!workspaceId || !isUuid(workspaceId) || !idempotencyKey) return null;
  return { workspaceId, idempotencyKey, source: source === 'byok' ? 'byok' : 'platform' };
}

/**
 * Whether a provider can reach this server's URL. A provider on another machine refuses a message whose callback URL is on
 * localhost.
 */
export function canReach(providerUrl: string, publicUrl: string): boolean {
  return !isLocal(publicUrl) || isLocal(providerUrl);
}

function isLocal(url: string): boolean {
  const name = URL.parse(url)?.hostname ?? '';
  return name === 'localhost' || name === '[::1]' || name.startsWith('127.') || name.endsWith('.localhost');
}
