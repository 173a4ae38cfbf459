import { z } from 'zod';
import type { WebhookRequest } from '../../../rest/webhook-request.js';
import type { Payment } from './payment.js';
import { readFields, readPaidCredits } from './payment-fields.js';
import type { PaymentProvider } from './receive-payment.js';
import { checkPaymentSignature, invalid } from './signature.js';

const idPattern = /^[\x21-\x7e]{1,255}$/;

/** Payments of any sender that signs by the rules of Standard Webhooks, see https://www.standardwebhooks.com. */
export const standardWebhooks: PaymentProvider = {
  variable: 'PAYMENT_WEBHOOK_SECRET',
  secretOf: (settings) => settings.paymentWebhookSecret,
  /** `webhook-signature: v1,<base64> …`: HMAC-SHA256 of `<id>.<seconds>.<body>`, keyed by the bytes of the secret. */
  authenticate(request, secret, now) {
    const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      request.header(name)?.trim(),
    );
    if (!id || !idPattern.test(id) || !timestamp || !signatures) {
      throw invalid('The headers webhook-id, webhook-timestamp and webhook-signature are required.');
    }
    const given = signatures.split(' ').filter((one) => one.startsWith('v1,'));
    const signed = {
      ...{ timestamp, prefix: `${id}.${timestamp}.` },
      given: given.map((one) => Buffer.from(one.slice(3), 'base64')),
    };
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    checkPaymentSignature(signed, { key, body: request.bytes, now, header: 'webhook-signature' });
  },
  read,
};

const event = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) });

/** `payment.succeeded` and `payment.refunded` with `account` and `credits` in `data`; the ID of the event is the reference. */
function read(request: WebhookRequest, body: unknown): Payment | null {
  const { type, data } = readFields(event, body, '');
  if (type !== 'payment.succeeded' && type !== 'payment.refunded') return null;
  const paid = readPaidCredits(data, 'data');
  const eventId = (request.header('webhook-id') as string).trim();
  const sign = type === 'payment.refunded' ? -1n : 1n;
  return paid && { account: paid.account, micros: sign * paid.micros, reference: `payment:${eventId}`, eventId };
}
