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
    z.object({ type: z.literal('none').describe('The method.') }),
    z.object({
      type: z.literal('hmac'),
      secretName: sharedSecret,
      header: optionalField(headerName).describe('The header that contains the signature. Defaults to `x-signature`.'),
    }),
    z.object({
      type: z.literal('basic'),
      username: z.string().min(1).max(255).describe('The user name. The secret is the password.'),
      secretName: sharedSecret,
    }),
    z.object({ type: z.literal('bearer'), secretName: sharedSecret }),
    z.object({
      type: z.literal('header'),
      header: headerName.describe('The header that contains the secret.'),
      secretName: sharedSecret,
    }),
    z.object({ type: z.literal('standardWebhooks'), secretName: sharedSecret }),
    z.object({ type: z.literal('stripe'), secretName: sharedSecret }),
    z.object({ type: z.literal('github'), secretName: sharedSecret }),
    z.object({ type: z.literal('slack'), secretName: sharedSecret }),
    z.object({ type: z.literal('twilio'), secretName: sharedSecret }),
  ])
  .describe(
    'What calls must prove, in addition to the token in the URL: `hmac`, an HMAC-SHA256 of the raw body in lowercase hexadecimal; `basic`, `bearer` or `header`, the secret itself; or the signature of `standardWebhooks`, `stripe`, `github`, `slack` or `twilio`. Defaults to `none`.',
  );

export type WebhookAuth = z.infer<typeof webhookAuth>;
