const ofConversation = 'message:';

/** The key that a conversation's message is sent under. */
export function keyOfMessage(messageId: string): string {
  return `${ofConversation}${messageId}`;
}

/** The conversation's message that is sent under a key; null for a key of something else. */
export function messageOfKey(key: string): string | null {
  return key.startsWith(ofConversation) ? key.slice(ofConversation.length) : null;
}
