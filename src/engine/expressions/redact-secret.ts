/** The mask that replaces a secret. */
export const redactionMark = '••••';

/** The mask of a secret: with its last 4 characters where it has at least 12. */
export function redactSecret(secret: string): string {
  return redactionMark + (previewSecret(secret) ?? '');
}

/** The visible part of a secret: its last 4 characters; null where it has fewer than 12. */
export function previewSecret(secret: string): string | null {
  // Never half of a surrogate pair.
  return secret.length < 12 ? null : secret.slice(-4).replace(/^[\udc00-\udfff]/, '');
}
