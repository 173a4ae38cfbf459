import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { countBadTokens } from '../../../platform/graphql/limits/count-request.js';
import { WebhookRequestInput } from '../../../platform/graphql/webhook-request.input.js';
import { PaymentReceipt } from './payment.object.js';
import { receivePayment } from './receive-payment.js';
import { standardWebhooks } from './standard-webhooks.js';
import { stripe } from './stripe.js';

const description = 'The HTTP request of the provider, with its signature.';

@Resolver()
export class PaymentResolver {
  @Mutation(() => PaymentReceipt, {
    description: 'Receive an event from Stripe. A payment adds credits to a wallet once, a refund takes them out.',
  })
  @Allow({ public: true, unaudited: 'The ledger records it, with the reference of the payment.' })
  receiveStripeEvent(
    @Ctx() context: GraphContext,
    @Arg('request', () => WebhookRequestInput, { description }) request: WebhookRequestInput,
  ): Promise<PaymentReceipt> {
    return countBadTokens(context, () => receivePayment(context.services, stripe, request));
  }

  @Mutation(() => PaymentReceipt, {
    description:
      'Receive an event by the rules of Standard Webhooks. A payment adds credits to a wallet once, a refund takes them out.',
  })
  @Allow({ public: true, unaudited: 'The ledger records it, with the reference of the payment.' })
  receivePaymentEvent(
    @Ctx() context: GraphContext,
    @Arg('request', () => WebhookRequestInput, { description }) request: WebhookRequestInput,
  ): Promise<PaymentReceipt> {
    return countBadTokens(context, () => receivePayment(context.services, standardWebhooks, request));
  }
}
