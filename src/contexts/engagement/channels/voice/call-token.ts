import { isUuid } from '../../../../platform/graphql/context.js';
import type { Settings } from '../../../../platform/services.js';
import { readSignedWords, signWords } from '../../../../platform/signed-text.js';

/** One call of one workspace. */
export interface CallKey {
  workspaceId: string;
  callId: string;
}

/** A call, and whose account placed it. */
export interface PlacedCall extends CallKey {
  source: 'platform' | 'byok';
}

const purpose = 'voice-call';

/** The URL at which the provider reports the status of one call. */
export function callbackAddress(
  { publicUrl, jwtSecret }: Pick<Settings, 'publicUrl' | 'jwtSecret'>,
  { workspaceId, callId, source }: PlacedCall,
): string {
  return callbackAddressOf(publicUrl, signWords(jwtSecret, purpose, [workspaceId, callId, source]));
}

/** The same URL, from its token. */
export function callbackAddressOf(publicUrl: string, token: string): string {
  return `${publicUrl}/voice/status?token=${token}`;
}

/** The call that a token identifies; null for a token that this server did not sign. */
export function readCallToken(secret: string, token: string): PlacedCall | null {
  const [workspaceId, callId, source] = readSignedWords(secret, purpose, token) ?? [];
  if (!workspaceId || !callId || !isUuid(workspaceId) || !isUuid(callId)) return null;
  return { workspaceId, callId, source: source === 'byok' ? 'byok' : 'platform' };
}
