/** What stands in place of a secret. */
export const redactionMark = '••••';

/** How a secret is shown: its last 4 characters, or nothing of it when it has fewer than 12. */
export function redactSecret(secret: string): string {
  return redactionMark + (previewSecret(secret) ?? '');
}

/** What may be seen of a secret: its last 4 characters; null when it has fewer than 12. */
export function previewSecret(secret: string): string | null {
  // Never half of a surrogate pair.
  return secret.length < 12 ? null : secret.slice(-4).replace(/^[\udc00-\udfff]/, '');
}
