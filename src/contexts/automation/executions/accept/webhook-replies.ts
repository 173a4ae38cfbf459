import { createHash } from 'node:crypto';
import type { WebhookChallenge, WebhookResponse } from '../../../../nodes/index.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { Services } from '../../../../platform/services.js';
import { equalTexts } from '../../../../platform/signatures/equal-texts.js';
import { invalidSignature } from '../../../../platform/signatures/timed-signature.js';
import type { WebhookRequest } from '../../../../rest/webhook-request.js';
import type { WebhookFlow } from '../../flows/index.js';
import { openWebhookSecret } from './check-caller.js';

/** Characters of a challenge that is sent back. */
const challengeAtMost = 1_024;

/** What is sent back to prove to a sender that the URL is meant for it. */
function reply(challenge: unknown): WebhookResponse {
  if (typeof challenge !== 'string' || challenge === '' || challenge.length > challengeAtMost) {
    throw new AppError('BAD_REQUEST', `The challenge must be a text of 1 to ${challengeAtMost} characters.`);
  }
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: challenge };
}

/**
 * The verification request of Meta, which is not signed, see
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests
 * @returns null for any other request
 * @throws AppError INVALID_TOKEN for another verify token, BAD_REQUEST
 */
export async function replyToMeta(
  services: Pick<Services, 'vault' | 'log'>,
  flow: WebhookFlow,
  { method, query }: WebhookRequest,
): Promise<WebhookResponse | null> {
  const challenge = challengeOf(flow);
  if (challenge?.type !== 'meta' || method !== 'GET' || query['hub.mode'] !== 'subscribe') return null;
  const verifyToken = await openWebhookSecret(services, flow, challenge.secretName);
  const given = query['hub.verify_token'];
  // Hashes have one length, so that nothing of the token can be learned.
  if (typeof given !== 'string' || !equalTexts(hashOf(verifyToken), hashOf(given))) {
    throw invalidSignature('hub.verify_token must be the verify token of this webhook.');
  }
  return reply(query['hub.challenge']);
}

/**
 * The verification request of Slack, see https://docs.slack.dev/reference/events/url_verification
 * @param data the body of a request whose caller was checked
 * @returns null for any other request
 * @throws AppError BAD_REQUEST
 */
export function replyToSlack(flow: WebhookFlow, data: unknown): WebhookResponse | null {
  if (!expectsSlack(flow) || typeof data !== 'object' || data === null) return null;
  const { type, challenge } = data as { type?: unknown; challenge?: unknown };
  return type === 'url_verification' ? reply(challenge) : null;
}

/** Whether a call may be a verification request of Slack: only its body says so. */
export function expectsSlack(flow: WebhookFlow): boolean {
  return challengeOf(flow)?.type === 'slack';
}

function challengeOf({ trigger }: WebhookFlow): WebhookChallenge | undefined {
  const { challenge, auth } = trigger.config as { challenge?: WebhookChallenge; auth?: { type?: string } };
  return challenge ?? (auth?.type === 'slack' ? { type: 'slack' } : undefined);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
