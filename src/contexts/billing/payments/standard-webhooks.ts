import { z } from 'zod';
import { requireStandardSignature } from '../../../platform/signatures/signature-schemes.js';
import type { WebhookRequest } from '../../../rest/webhook-request.js';
import type { Payment } from './payment.js';
import { readFields, readPaidCredits } from './payment-fields.js';
import type { PaymentProvider } from './receive-payment.js';

/** Payments of any sender that signs by the rules of Standard Webhooks, see https://www.standardwebhooks.com. */
export const standardWebhooks: PaymentProvider = {
  variable: 'PAYMENT_WEBHOOK_SECRET',
  secretOf: (settings) => settings.paymentWebhookSecret,
  authenticate: requireStandardSignature,
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
