import { isUuid } from '../../../../platform/graphql/context.js';
import type { Settings } from '../../../../platform/services.js';
import { readSignedWords, signWords } from '../../../../platform/signed-text.js';

/** One call of one workspace. */
export interface CallKey {
  workspaceId: string;
  callId: string;
}

const purpose = 'voice-call';

/** The URL at which the provider reports the status of one call. */
export function callbackAddress(
  { publicUrl, jwtSecret }: Pick<Settings, 'publicUrl' | 'jwtSecret'>,
  key: CallKey,
): string {
  return `${publicUrl}/voice/status?token=${signWords(jwtSecret, purpose, [key.workspaceId, key.callId])}`;
}

/** The call that a token identifies; null for a token that this server did not sign. */
export function readCallToken(secret: string, token: string): CallKey | null {
  const [workspaceId, callId] = readSignedWords(secret, purpose, token) ?? [];
  return workspaceId && callId && isUuid(workspaceId) && isUuid(callId) ? { workspaceId, callId } : null;
}
