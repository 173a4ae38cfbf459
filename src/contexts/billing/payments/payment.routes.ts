import { ReceivePaymentEventDocument, ReceiveStripeEventDocument } from '../../../rest/generated/operations.js';
import { type RestRequest, rootRoutes, route } from '../../../rest/route.js';

const variables = ({ headers, raw }: RestRequest) => ({ request: { headers, body: raw.text, base64: raw.base64 } });

export const routes = rootRoutes({
  'POST /payments/stripe': route({
    operation: ReceiveStripeEventDocument,
    summary: 'Receive a payment from Stripe',
    description:
      'Set this URL as the endpoint of a webhook in Stripe. The request must be signed with `Stripe-Signature`. Not found if `STRIPE_WEBHOOK_SECRET` is not set.',
    rawBody: true,
    variables,
    fails: ['INVALID_TOKEN', 'NOT_FOUND', 'CONFLICT'],
    example: {
      body: {
        id: 'evt_1024',
        object: 'event',
        type: 'payment_intent.succeeded',
        livemode: true,
        data: { object: { id: 'pi_1024', metadata: { account: 'owner@example.com', credits: '50' } } },
      },
    },
    data: (result) => result.receiveStripeEvent,
  }),
  'POST /payments/events': route({
    operation: ReceivePaymentEventDocument,
    summary: 'Receive a payment by Standard Webhooks',
    description:
      'Accepts `payment.succeeded` and `payment.refunded` from any sender that signs by the rules of Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Not found if `PAYMENT_WEBHOOK_SECRET` is not set.',
    rawBody: true,
    variables,
    fails: ['INVALID_TOKEN', 'NOT_FOUND', 'CONFLICT'],
    example: {
      body: {
        type: 'payment.succeeded',
        data: { id: 'pay_1024', account: 'owner@example.com', credits: '50' },
      },
    },
    data: (result) => result.receivePaymentEvent,
  }),
});
