import { describe, expect, test } from '@jest/globals';
import type { PaymentProvider } from '../../../../src/contexts/billing/payments/receive-payment.js';
import { standardWebhooks } from '../../../../src/contexts/billing/payments/standard-webhooks.js';
import { stripe } from '../../../../src/contexts/billing/payments/stripe.js';
import { WebhookRequest } from '../../../../src/rest/webhook-request.js';

/** Requests whose signatures come from the providers' own libraries: `stripe` 23.1.0 and `standardwebhooks` 1.1.1. */
const signedAt = 1_614_265_330;
const hex = 'af4ead0627a34a8cca29808e8de9ada8e41a92e6237c63cef6eacf51d36cca34';
const base64 = 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const standardHeaders = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': String(signedAt),
  'webhook-signature': `v1,${base64}`,
};

interface Vector {
  provider: PaymentProvider;
  secret: string;
  body: string;
  headers: Record<string, string>;
}

const vectors: [string, Vector][] = [
  [
    'Stripe',
    {
      provider: stripe,
      secret: 'whsec_test_secret',
      body: '{\n  "id": "evt_test_webhook",\n  "object": "event"\n}',
      headers: { 'Stripe-Signature': `t=${signedAt},v1=${hex}` },
    },
  ],
  [
    'Standard Webhooks',
    {
      provider: standardWebhooks,
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      body: '{"test": 2432232314}',
      headers: standardHeaders,
    },
  ],
];

/** @param after seconds between the signature and its check */
function check({ provider, secret, body, headers }: Vector, after = 0): string {
  try {
    provider.authenticate(new WebhookRequest({ headers, body }), secret, new Date((signedAt + after) * 1000));
    return 'accepted';
  } catch (error) {
    return `${(error as { code?: string }).code} ${(error as Error).message}`;
  }
}

describe.each(vectors)('a signature of %s', (_, vector) => {
  test('is accepted for the exact body and secret, also as base64 bytes', () => {
    expect(check(vector)).toBe('accepted');
    const body = Buffer.from(vector.body).toString('base64');
    const request = new WebhookRequest({ headers: vector.headers, body, base64: true });
    vector.provider.authenticate(request, vector.secret, new Date(signedAt * 1000));
  });

  test('is refused for another body or secret', () => {
    const refused = expect.stringMatching(/^INVALID_TOKEN The signature in .* does not match the body\./);
    expect(check({ ...vector, body: `${vector.body} ` })).toEqual(refused);
    expect(check({ ...vector, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx' })).toEqual(refused);
  });

  test('is accepted for five minutes, before and after', () => {
    expect([-300, 300].map((after) => check(vector, after))).toEqual(['accepted', 'accepted']);
    const refused = expect.stringMatching(/^INVALID_TOKEN The time in the signature must be at most 300 seconds/);
    expect([-301, 301].map((after) => check(vector, after))).toEqual([refused, refused]);
  });

  test('is required', () => {
    expect(check({ ...vector, headers: {} })).toMatch(/^INVALID_TOKEN The header.* required\.$/);
  });
});

const [[, stripeVector], [, standardVector]] = vectors as [[string, Vector], [string, Vector]];

describe('of several signatures', () => {
  test.each([
    [stripeVector, { 'Stripe-Signature': `t=${signedAt},v1=${'0'.repeat(64)},v1=${hex},v0=${hex}` }, 'accepted'],
    [stripeVector, { 'Stripe-Signature': `t=${signedAt},v0=${hex}` }, 'refused'],
    [stripeVector, { 'Stripe-Signature': `t=${signedAt + 1},v1=${hex}` }, 'refused'],
    [stripeVector, { 'Stripe-Signature': `t=,v1=${hex}` }, 'refused'],
    [stripeVector, { 'Stripe-Signature': `t=${signedAt},v1=,v1=zz,v1=${hex.slice(2)}` }, 'refused'],
    [standardVector, { ...standardHeaders, 'webhook-signature': `v1a,xx v1,AAAA v1,${base64}` }, 'accepted'],
    [standardVector, { ...standardHeaders, 'webhook-signature': `v2,${base64}` }, 'refused'],
    [standardVector, { ...standardHeaders, 'webhook-signature': base64 }, 'refused'],
    [standardVector, { ...standardHeaders, 'webhook-id': 'msg_other' }, 'refused'],
    [standardVector, { ...standardHeaders, 'webhook-timestamp': 'now' }, 'refused'],
  ])('one of the version that is known must match: %#', (vector, headers, outcome) => {
    const result = check({ ...vector, headers });
    expect(result === 'accepted' ? result : 'refused').toBe(outcome);
    expect(result).toMatch(/^(accepted|INVALID_TOKEN .*)$/);
  });
});
