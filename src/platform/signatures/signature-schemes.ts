import { createHmac } from 'node:crypto';
import { equalTexts } from './equal-texts.js';
import { invalidSignature, requireTimedSignature, type SignedRequest } from './timed-signature.js';

const idPattern = /^[\x21-\x7e]{1,255}$/;
const secretPattern = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether a text is a secret of Standard Webhooks with at least one byte. */
export function isStandardSecret(secret: string): boolean {
  return secretPattern.test(secret) && secret.length > 'whsec_'.length;
}

/**
 * Standard Webhooks, see https://www.standardwebhooks.com. `webhook-signature: v1,<base64> …`: HMAC-SHA256 of
 * `<id>.<seconds>.<body>`, keyed by the bytes of the secret.
 * @returns the ID of the message
 * @throws AppError INVALID_TOKEN
 */
export function requireStandardSignature(request: SignedRequest, secret: string, now: Date): string {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    request.header(name)?.trim(),
  );
  if (!id || !idPattern.test(id) || !timestamp || !signatures) {
    throw invalidSignature('The headers webhook-id, webhook-timestamp and webhook-signature are required.');
  }
  if (!isStandardSecret(secret)) {
    throw invalidSignature('The signing secret of this webhook must be whsec_ followed by base64. Store it again.');
  }
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'));
  const signature = {
    header: 'webhook-signature',
    timestamp,
    prefix: `${id}.${timestamp}.`,
    given: given.map((one) => Buffer.from(one.slice(3), 'base64')),
    key: Buffer.from(secret.slice('whsec_'.length), 'base64'),
  };
  requireTimedSignature(signature, request.bytes, now);
  return id;
}

/**
 * Stripe, see https://docs.stripe.com/webhooks. `Stripe-Signature: t=<seconds>,v1=<hex>,…`: HMAC-SHA256 of
 * `<seconds>.<body>`, keyed by the text of the secret.
 * @returns the signature; that of another attempt to send the event differs
 * @throws AppError INVALID_TOKEN
 */
export function requireStripeSignature(request: SignedRequest, secret: string, now: Date): string {
  const parts = (request.header('stripe-signature') ?? '').split(',').map((part) => part.trim().split('=', 2));
  const timestamp = parts.find(([name]) => name === 't')?.[1];
  const given = parts.filter(([name]) => name === 'v1').map(([, hex]) => Buffer.from(hex ?? '', 'hex'));
  if (!timestamp || given.length === 0) {
    throw invalidSignature('The header Stripe-Signature with t and v1 is required.');
  }
  const signature = { header: 'Stripe-Signature', timestamp, prefix: `${timestamp}.`, given, key: secret };
  requireTimedSignature(signature, request.bytes, now);
  return createHmac('sha256', secret).update(`${timestamp}.`).update(request.bytes).digest('hex');
}

/**
 * Slack, see https://api.slack.com/authentication/verifying-requests-from-slack. `X-Slack-Signature: v0=<hex>`:
 * HMAC-SHA256 of `v0:<X-Slack-Request-Timestamp>:<body>`.
 * @returns the signature; that of another attempt to send the event differs
 * @throws AppError INVALID_TOKEN
 */
export function requireSlackSignature(request: SignedRequest, secret: string, now: Date): string {
  const timestamp = request.header('x-slack-request-timestamp')?.trim();
  const hex = /^v0=([0-9a-f]{64})$/.exec(request.header('x-slack-signature')?.trim() ?? '')?.[1];
  if (!timestamp || !hex) {
    throw invalidSignature('The headers X-Slack-Request-Timestamp and X-Slack-Signature are required.');
  }
  const given = [Buffer.from(hex, 'hex')];
  const signature = { header: 'X-Slack-Signature', timestamp, prefix: `v0:${timestamp}:`, given, key: secret };
  requireTimedSignature(signature, request.bytes, now);
  return hex;
}

/**
 * An HMAC-SHA256 of the body in lower-case hex, with or without `sha256=` before it, as GitHub sends it in
 * `X-Hub-Signature-256`. It has no time.
 * @throws AppError INVALID_TOKEN
 */
export function requireBodySignature(request: SignedRequest, secret: string, header: string): void {
  const given = /^(?:sha256=)?([0-9a-f]{64})$/.exec(request.header(header)?.trim() ?? '')?.[1];
  if (!given) {
    throw invalidSignature(
      `A signature is required: the HMAC-SHA256 of the body in lower-case hex, in the header ${header}.`,
    );
  }
  if (!equalTexts(createHmac('sha256', secret).update(request.bytes).digest('hex'), given)) {
    throw invalidSignature(
      `The signature in ${header} does not match the body. Sign the exact bytes of the body with the shared secret.`,
    );
  }
}
