import { setting } from '../setting.js';
import { longTextSetting, webhookSecret, wholeNumber } from '../setting-types.js';

export const payments = {
  STRIPE_WEBHOOK_SECRET: setting({
    as: 'stripeWebhookSecret',
    type: longTextSetting(16, 'the signing secret of a webhook in Stripe, for example `whsec_…`'),
    unset: '`POST /payments/stripe` does not exist',
    secret: true,
    description: 'The secret that verifies events from Stripe, which add credits, see [payments](credits.md#payments).',
  }),
  PAYMENT_WEBHOOK_SECRET: setting({
    as: 'paymentWebhookSecret',
    type: webhookSecret,
    unset: '`POST /payments/events` does not exist',
    secret: true,
    description:
      'The secret that verifies payments by the rules of Standard Webhooks, see [payments](credits.md#payments).',
  }),
  WALLET_LOW_CREDITS: setting({
    as: 'walletLowCredits',
    type: wholeNumber(0, 1_000_000_000),
    default: 100,
    description:
      'The available credits below which a wallet is low: `wallet.low` is sent to the [webhooks](webhooks.md) of its workspaces, once until it has more again.',
  }),
};
