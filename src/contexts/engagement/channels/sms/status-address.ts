import { isUuid } from '../../../../platform/graphql/context.js';
import type { Settings } from '../../../../platform/services.js';
import { readSignedWords, signWords } from '../../../../platform/signed-text.js';

/** One message of one workspace, and by whose provider it was sent. */
export interface MessageKey {
  workspaceId: string;
  idempotencyKey: string;
  source: 'platform' | 'byok';
}

const purpose = 'message-status';
const path = '/messages/twilio/status';

/** Where a provider tells what becomes of one message. */
export function statusAddress(
  { publicUrl, jwtSecret }: Pick<Settings, 'publicUrl' | 'jwtSecret'>,
  { workspaceId, idempotencyKey, source }: MessageKey,
): string {
  return statusAddressOf(publicUrl, signWords(jwtSecret, purpose, [workspaceId, idempotencyKey, source]));
}

/** The same by its token. */
export function statusAddressOf(publicUrl: string, token: string): string {
  return `${publicUrl}${path}?token=${token}`;
}

/** The message that a token stands for; null for whatever this server did not sign. */
export function readStatusToken(secret: string, token: string): MessageKey | null {
  const [workspaceId, idempotencyKey, source] = readSignedWords(secret, purpose, token) ?? [];
  if (!workspaceId || !isUuid(workspaceId) || !idempotencyKey) return null;
  return { workspaceId, idempotencyKey, source: source === 'byok' ? 'byok' : 'platform' };
}

/**
 * Whether a provider can be told an address of ours. One that stands on another machine refuses a message whose address
 * is on this one.
 */
export function canReach(providerUrl: string, publicUrl: string): boolean {
  return !isHere(publicUrl) || isHere(providerUrl);
}

function isHere(url: string): boolean {
  const name = URL.parse(url)?.hostname ?? '';
  return name === 'localhost' || name === '[::1]' || name.startsWith('127.') || name.endsWith('.localhost');
}
