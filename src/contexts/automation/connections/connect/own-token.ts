import { randomBytes } from 'node:crypto';

/** A random text that also says which workspace it is of, so that only rows of that one are looked through. */
export function createOwnToken(workspaceId: string): string {
  return Buffer.concat([Buffer.from(workspaceId.replaceAll('-', ''), 'hex'), randomBytes(32)]).toString('base64url');
}

/** The workspace of a token; null if it is malformed. */
export function workspaceOf(token: string): string | null {
  if (!/^[\w-]{64}$/.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
