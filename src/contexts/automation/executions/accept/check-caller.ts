import { createHash } from 'node:crypto';
import type { WebhookAuth } from '../../../../nodes/index.js';
import type { Services } from '../../../../platform/services.js';
import { equalTexts } from '../../../../platform/signatures/equal-texts.js';
import {
  requireBodySignature,
  requireSlackSignature,
  requireStandardSignature,
  requireStripeSignature,
} from '../../../../platform/signatures/signature-schemes.js';
import { invalidSignature } from '../../../../platform/signatures/timed-signature.js';
import { isSignedByTwilio } from '../../../../platform/signatures/twilio-signature.js';
import type { WebhookRequest } from '../../../../rest/webhook-request.js';
import { secretContext } from '../../../accounts/secrets/index.js';
import type { WebhookFlow } from '../../flows/index.js';

/** A call of a webhook that has to prove who sent it. */
interface Call<Auth> {
  request: WebhookRequest;
  auth: Auth;
  secret: string;
  now: Date;
  /** The URL that was called. */
  address: string;
}

type Kind = Exclude<WebhookAuth['type'], 'none'>;
type AuthOf<K extends Kind> = Extract<WebhookAuth, { type: K }>;

/**
 * One check for each method.
 * They throw AppError INVALID_TOKEN, and return what identifies the call: its ID, or its signature if that has a time.
 * Null if a repetition looks like any other call.
 */
const checks: { [K in Kind]: (call: Call<AuthOf<K>>) => string | null } = {
  hmac: ({ request, auth, secret }) => {
    requireBodySignature(request, secret, auth.header ?? 'x-signature');
    return null;
  },
  basic: ({ request, auth, secret }) => {
    const given = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(request.header('authorization') ?? '')?.[1] ?? '';
    requireSame(`${auth.username}:${secret}`, Buffer.from(given, 'base64').toString(), 'Basic authentication');
    return null;
  },
  bearer: ({ request, secret }) => {
    const given = /^Bearer\s+(\S+)$/i.exec(request.header('authorization') ?? '')?.[1] ?? '';
    requireSame(secret, given, 'the secret as a bearer token');
    return null;
  },
  header: ({ request, auth, secret }) => {
    requireSame(secret, request.header(auth.header) ?? '', `the secret in the header ${auth.header}`);
    return null;
  },
  standardWebhooks: ({ request, secret, now }) => requireStandardSignature(request, secret, now),
  stripe: ({ request, secret, now }) => requireStripeSignature(request, secret, now),
  github: ({ request, secret }) => {
    requireBodySignature(request, secret, 'x-hub-signature-256');
    return request.header('x-github-delivery') ?? null;
  },
  slack: ({ request, secret, now }) => requireSlackSignature(request, secret, now),
  twilio: ({ request, secret, address }) => {
    const signature = request.header('x-twilio-signature') ?? '';
    const { isForm } = request;
    const form = new URLSearchParams(isForm ? request.bytes.toString() : '');
    if (!isSignedByTwilio(secret, isForm ? address : withDigest(address, request), form, signature)) {
      throw invalidSignature(
        `A signature of Twilio is required in X-Twilio-Signature, for the URL ${address.replace(/token=.*/, 'token=…')} and the auth token.`,
      );
    }
    return signature;
  },
};

/** The URL that Twilio signs for a body that is no form: it adds the hash of the body to its query. */
function withDigest(address: string, { bytes, query }: WebhookRequest): string {
  if (bytes.length === 0) return address;
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (query.bodySHA256 === undefined) return `${address}&bodySHA256=${digest}`;
  if (query.bodySHA256 === digest) return address;
  throw invalidSignature('bodySHA256 in the URL must be the SHA-256 of the body.');
}

/** Whether the check needs all bytes of the body. */
export function checksBody(flow: WebhookFlow): boolean {
  const { type = 'none' } = (flow.trigger.config.auth as WebhookAuth | undefined) ?? {};
  return !['none', 'basic', 'bearer', 'header'].includes(type);
}

function requireSame(expected: string, given: string, what: string): void {
  if (!equalTexts(expected, given)) throw invalidSignature(`Calls of this webhook require ${what}.`);
}

/** The value of a secret that the trigger names. @throws AppError INVALID_TOKEN if it does not exist */
export async function openWebhookSecret(
  { vault, log }: Pick<Services, 'vault' | 'log'>,
  { workspaceId, id: flowId, secrets }: WebhookFlow,
  name: string,
): Promise<string> {
  const secret = secrets && Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (secret) return vault.open(workspaceId, secret.encryptedValue, secretContext(secret));
  log.warn({ workspaceId, flowId }, 'secret of a webhook not found');
  throw invalidSignature('The secret of this webhook was not found. Create it in the vault again.');
}

/**
 * Accepts a call if it proves what the flow requires.
 * @param address the URL that was called
 * @returns the ID of the call, or its signature; null if neither identifies it
 * @throws AppError INVALID_TOKEN
 */
export async function checkCaller(
  { vault, log, now }: Pick<Services, 'vault' | 'log' | 'now'>,
  flow: WebhookFlow,
  request: WebhookRequest | null,
  address: string,
): Promise<string | null> {
  const auth = flow.trigger.config.auth as WebhookAuth | undefined;
  if (!auth || auth.type === 'none') return null;
  if (!request) throw invalidSignature('Calls of this webhook require a signed request.');
  const secret = await openWebhookSecret({ vault, log }, flow, auth.secretName);
  const check = checks[auth.type] as (call: Call<WebhookAuth>) => string | null;
  return check({ request, auth, secret, now: now(), address });
}
