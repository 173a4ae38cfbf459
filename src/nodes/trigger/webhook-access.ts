import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { optionalField } from '../field-kinds.js';

/** The methods that a webhook can accept. Preflights (OPTIONS) are answered for every webhook. */
export const webhookMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const secretName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be the name of a secret');

const address = z
  .string()
  .refine(isAddress, 'must be an IP address or a network in CIDR notation, for example 192.0.2.7 or 2001:db8::/32');

const origin = z
  .string()
  .refine(
    isOrigin,
    'must be * or an origin: scheme, host and port without a path, for example https://app.example.com',
  );

/** How a webhook proves to a sender that its URL is meant for it, before the sender calls it. */
const webhookChallenge = z.discriminatedUnion('type', [
  z.object({ type: z.literal('slack').describe('The verification of the URL by Slack.') }),
  z.object({
    type: z.literal('meta').describe('The verification of the URL by Meta, for example of WhatsApp.'),
    secretName: secretName.describe('The name of the secret that is the verify token in the settings of the Meta app.'),
  }),
]);

export type WebhookChallenge = z.infer<typeof webhookChallenge>;

/** The fields that say who may call a webhook, and how. */
export const accessFields = {
  methods: optionalField(z.array(z.enum(webhookMethods)).min(1).max(webhookMethods.length)).describe(
    'The methods that are accepted; others are answered with 405. Defaults to `["POST"]`.',
  ),
  allowedIps: optionalField(z.array(address).min(1).max(100)).describe(
    'The IP addresses and networks (CIDR) from which calls are accepted; others are answered with 403. Defaults to all.',
  ),
  allowedOrigins: optionalField(z.array(origin).min(1).max(50)).describe(
    'The origins whose pages may call the webhook from a browser (CORS), or `*` for all. Defaults to those that the server allows.',
  ),
  challenge: optionalField(webhookChallenge).describe(
    'The verification request of a sender that is answered without starting an execution: of `slack`, or of `meta` (WhatsApp, Messenger, Instagram). With `auth` of type `slack` it defaults to `slack`.',
  ),
};

function isAddress(text: string): boolean {
  const [host = '', bits, ...more] = text.split('/');
  const version = isIP(host);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isOrigin(text: string): boolean {
  if (text === '*') return true;
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Whether an IP address is in a list of addresses and networks. IPv4 addresses within IPv6 count as IPv4. */
export function includesAddress(list: readonly string[], ip: string): boolean {
  const known = new BlockList();
  for (const entry of list) {
    const [host = '', bits] = entry.split('/');
    const family = isIP(host) === 4 ? 'ipv4' : 'ipv6';
    known.addSubnet(host, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  return isIP(plain) !== 0 && known.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
}
