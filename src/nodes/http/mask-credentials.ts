import { redactionMark } from '../../engine/index.js';

/** What says which credentials these are, not what they are. */
const shownFields = new Set(['type', 'name', 'connection']);

/** The fields of a request with the values of `auth` masked, whether they are secrets of the vault or not. */
export function maskCredentials(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.hasOwn(input, 'auth') ? { ...input, auth: masked(input.auth) } : { ...input };
}

function masked(auth: unknown): unknown {
  if (typeof auth !== 'object' || auth === null) return auth == null ? auth : redactionMark;
  const fields = Object.entries(auth).map(([name, value]) => [name, shownFields.has(name) ? value : maskOf(value)]);
  return Object.fromEntries(fields);
}

/** The mask of a secret, which may have its last characters, stays as it is. */
function maskOf(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  return typeof value === 'string' && value.startsWith(redactionMark) ? value : redactionMark;
}
