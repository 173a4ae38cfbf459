import { WebhookVerificationError } from './errors.js';
import type { WebhookEvent } from './generated/schemas.js';

export interface WebhookRequest {
  /** The body as it was received: parsing it and writing it again may change it. */
  body: string | Uint8Array;
  /** `Headers`, or an object such as `request.headers` of Node. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The secret of the webhook, `whsec_…`. During a rotation both are accepted. */
  secret: string | readonly string[];
  /** Seconds by which the time of the request may differ from now. Defaults to 300. */
  toleranceSeconds?: number;
  /** Defaults to the current time. */
  now?: Date;
}

/**
 * Reads a webhook after checking that the server sent it, by Standard Webhooks. The `type` of the event identifies what its
 * `data` is.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(request.headers, name),
  ) as [string, string, string];
  requireRecent(timestamp, request);
  const body = typeof request.body === 'string' ? encode(request.body) : request.body;
  const signed = concatenated(encode(`${id}.${timestamp}.`), body);
  const keys = await Promise.all([request.secret].flat().map(importKey));
  for (const signature of signatures.split(' ').slice(0, 20)) {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : null;
    for (const key of bytes ? keys : []) {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, bytes as Uint8Array<ArrayBuffer>, signed)) return parse(body);
    }
  }
  throw new WebhookVerificationError('The signature is not valid. Check the secret, and pass the body unchanged.');
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The header ${name} is required.`);
}

function requireRecent(timestamp: string, { toleranceSeconds = 300, now = new Date() }: WebhookRequest): void {
  const age = now.getTime() / 1_000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN);
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookVerificationError(`webhook-timestamp must be at most ${toleranceSeconds} seconds from now.`);
}

function importKey(secret: string) {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : null;
  if (!bytes?.length) throw new TypeError('secret must be `whsec_` and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Null for what is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const encode = (text: string) => new TextEncoder().encode(text);

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

function parse(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('The body is not JSON.');
  }
}
