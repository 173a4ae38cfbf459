import { z } from 'zod';
import { requireStripeSignature } from '../../../platform/signatures/signature-schemes.js';
import type { WebhookRequest } from '../../../rest/webhook-request.js';
import type { Payment } from './payment.js';
import { readFields, readPaidCredits } from './payment-fields.js';
import type { PaymentProvider } from './receive-payment.js';

/** Payments by Stripe, see https://docs.stripe.com/webhooks. */
export const stripe: PaymentProvider = {
  variable: 'STRIPE_WEBHOOK_SECRET',
  secretOf: (settings) => settings.stripeWebhookSecret,
  authenticate: requireStripeSignature,
  read,
};

const id = z.string().min(1).max(255);
const metadata = z.record(z.string(), z.unknown()).nullish();
const event = z.object({
  id,
  type: z.string(),
  data: z.object({ object: z.unknown(), previous_attributes: z.unknown().optional() }),
});
const session = z.object({ id, payment_status: z.string(), payment_intent: id.nullish(), metadata });
const intent = z.object({ id, metadata });
const amount = z.number().int().min(0);
const charge = z.object({ id, amount: amount.min(1), amount_refunded: amount, metadata });
const before = z.object({ amount_refunded: amount }).nullish();

const objectPath = 'data.object';

/**
 * The payment that an event reports, by the metadata `account` and `credits` of its object. The events of a checkout and of
 * its payment intent report one payment, so the payment intent is the reference.
 */
function read(_request: WebhookRequest, body: unknown): Payment | null {
  const { id: eventId, type, data } = readFields(event, body, '');
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const paid = readFields(session, data.object, objectPath);
      // Paid later: another event follows.
      if (paid.payment_status === 'unpaid') return null;
      return paymentOf(paid, eventId, `stripe:${paid.payment_intent ?? paid.id}`);
    }
    case 'payment_intent.succeeded': {
      const paid = readFields(intent, data.object, objectPath);
      return paymentOf(paid, eventId, `stripe:${paid.id}`);
    }
    case 'charge.refunded': {
      const refunded = readFields(charge, data.object, objectPath);
      const earlier = readFields(before, data.previous_attributes, 'data.previous_attributes')?.amount_refunded ?? 0;
      const paid = paymentOf(refunded, eventId, `stripe:${refunded.id}:refunded:${refunded.amount_refunded}`);
      return paid && { ...paid, micros: -refundOf(paid.micros, refunded, earlier) };
    }
    default:
      return null;
  }
}

function paymentOf(
  object: { metadata?: Record<string, unknown> | null | undefined },
  eventId: string,
  reference: string,
): Payment | null {
  const paid = readPaidCredits(object.metadata ?? {}, `${objectPath}.metadata`);
  return paid && { ...paid, reference, eventId };
}

/** The part of the credits that this refund takes out. All refunds of a payment together never take more than it added. */
function refundOf(micros: bigint, { amount: total, amount_refunded }: z.infer<typeof charge>, earlier: number): bigint {
  const upTo = (refunded: number) => (micros * BigInt(refunded)) / BigInt(total);
  return upTo(Math.min(amount_refunded, total)) - upTo(Math.min(earlier, total));
}
