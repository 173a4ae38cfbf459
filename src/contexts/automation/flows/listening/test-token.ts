import { hashToken } from '../../../../platform/token-hash.js';
import { webhookUrl } from '../webhook-address.js';
import type { ListeningType } from './test-call.entity.js';

/** How the tokens of test calls begin: those of triggers have digits alone, the signed ones of steps a dot. */
const prefix = 'test-';

/** Whether a token is that of a test call. */
export function isTestToken(token: string): boolean {
  return token.startsWith(prefix);
}

/** The hash by which a test call is found; null for what is no token of one. */
export function hashOfTestToken(token: string): Buffer | null {
  const secret = token.slice(prefix.length);
  return isTestToken(token) && /^[0-9a-f]{64}$/.test(secret) ? hashToken(secret) : null;
}

/** The URL of a test call. @param secret the token without its prefix */
export function testUrl(origin: string, type: ListeningType, secret: string): string {
  return type === 'form' ? `${origin}/forms/${prefix}${secret}` : webhookUrl(origin, `${prefix}${secret}`);
}
