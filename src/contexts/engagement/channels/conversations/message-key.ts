const prefix = 'message:';

/** The idempotency key of a conversation's message. */
export function keyOfMessage(messageId: string): string {
  return `${prefix}${messageId}`;
}

/** The conversation's message with this idempotency key; null for any other key. */
export function messageOfKey(key: string): string | null {
  return key.startsWith(prefix) ? key.slice(prefix.length) : null;
}
