import { createHmac, timingSafeEqual } from 'node:crypto';

/** Words that only this server can have signed, for one purpose only; safe for use in a URL. */
export function signWords(secret: string, purpose: string, words: readonly (string | null)[]): string {
  const text = Buffer.from(JSON.stringify(words)).toString('base64url');
  return `${text}.${sign(secret, purpose, text)}`;
}

/** The words that were signed for this purpose; null if this server did not sign them. */
export function readSignedWords(secret: string, purpose: string, token: string): (string | null)[] | null {
  const [text = '', signature = ''] = token.split('.');
  const right = Buffer.from(sign(secret, purpose, text));
  const given = Buffer.from(signature);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as (string | null)[];
}

// The purpose is part of the signature: access tokens are signed with the same secret.
function sign(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url');
}
