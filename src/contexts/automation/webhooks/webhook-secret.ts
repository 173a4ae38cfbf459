import { createHmac, randomBytes } from 'node:crypto';
import type { EncryptionContext } from '../../../platform/vault/index.js';

const prefix = 'whsec_';

/** Milliseconds for which the former secret still signs after a rotation. */
export const overlapMs = 24 * 3_600_000;

/** Creates a secret as Standard Webhooks defines it: 32 random bytes. */
export function createSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** Both columns of a webhook have this context, so that a rotation can move the secret from one to the other. */
export function secretContext(webhookId: string): EncryptionContext {
  return { kind: 'webhook-secret', id: webhookId, flowId: null };
}

/** The message that is signed. */
export interface SignedMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The headers of Standard Webhooks, with a signature for each secret. */
export function signedHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: SignedMessage,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
