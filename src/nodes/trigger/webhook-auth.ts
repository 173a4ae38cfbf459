import { z } from 'zod';
import { optionalField } from '../field-kinds.js';

const secretName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be the name of a secret');
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'must be the name of a header, of at most 100 characters');

const sharedSecret = secretName.describe('The name of the secret that the caller knows or signs with.');

/** How callers of a webhook prove who they are, in addition to the token in the URL. */
export const webhookAuth = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('none').describe('Nothing but the token in the URL.') }),
    z.object({
      type: z.literal('hmac').describe('An HMAC-SHA256 of the raw body in lowercase hexadecimal.'),
      secretName: sharedSecret,
      header: optionalField(headerName).describe('The header that contains the signature. Defaults to `x-signature`.'),
    }),
    z.object({
      type: z.literal('basic').describe('A user name and the secret, by HTTP basic authentication.'),
      username: z.string().min(1).max(255).describe('The user name. The secret is the password.'),
      secretName: sharedSecret,
    }),
    z.object({ type: z.literal('bearer').describe('The secret, as a bearer token.'), secretName: sharedSecret }),
    z.object({
      type: z.literal('header').describe('The secret, in a header.'),
      header: headerName.describe('The header that contains the secret.'),
      secretName: sharedSecret,
    }),
    z.object({
      type: z.literal('standardWebhooks').describe('The signature of Standard Webhooks.'),
      secretName: sharedSecret,
    }),
    z.object({ type: z.literal('stripe').describe('The signature of Stripe.'), secretName: sharedSecret }),
    z.object({ type: z.literal('github').describe('The signature of GitHub.'), secretName: sharedSecret }),
    z.object({ type: z.literal('slack').describe('The signature of Slack.'), secretName: sharedSecret }),
    z.object({ type: z.literal('twilio').describe('The signature of Twilio.'), secretName: sharedSecret }),
  ])
  .describe(
    'What calls must prove, in addition to the token in the URL: `hmac`, an HMAC-SHA256 of the raw body in lowercase hexadecimal; `basic`, `bearer` or `header`, the secret itself; or the signature of `standardWebhooks`, `stripe`, `github`, `slack` or `twilio`. Defaults to `none`.',
  );

export type WebhookAuth = z.infer<typeof webhookAuth>;
