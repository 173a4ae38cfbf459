import type { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import type { Services } from '../../../../platform/services.js';
import { WebhookRequest } from '../../../../rest/webhook-request.js';
import { providerSettings } from '../../../accounts/secrets/index.js';
import { invalidCallback } from '../check-provider.js';
import { receiveState } from '../receive-state.js';
import { readStatusToken, statusAddressOf } from './status-address.js';
import { isSignedByTwilio } from './twilio-signature.js';
import { stateOfTwilio } from './twilio-states.js';

/**
 * Receives the delivery status of one message from Twilio. The token of the URL identifies the message; the form must be
 * signed by the account that sent it, unless that account's auth token is no longer stored.
 * @throws AppError INVALID_TOKEN
 */
export async function receiveTwilioStatus(
  services: Services,
  token: string,
  request: WebhookRequestInput,
): Promise<void> {
  const { jwtSecret, publicUrl } = services.settings;
  const key = readStatusToken(jwtSecret, token);
  if (!key) throw invalidCallback();
  const sent = new WebhookRequest(request);
  const form = new URLSearchParams(sent.bytes.toString());
  const { workspaceId, idempotencyKey, source } = key;
  const twilio = await services.get(providerSettings)('twilio', source === 'byok' ? workspaceId : null);
  const signature = sent.header('x-twilio-signature') ?? '';
  if (twilio && !isSignedByTwilio(twilio.authToken, statusAddressOf(publicUrl, token), form, signature)) {
    throw invalidCallback();
  }
  const messageId = form.get('MessageSid') ?? form.get('SmsSid');
  const state = stateOfTwilio(form.get('MessageStatus') ?? form.get('SmsStatus') ?? '', form.get('ErrorCode'));
  if (messageId && state)
    await receiveState(services, workspaceId, { channel: 'sms', messageId, idempotencyKey }, state);
}
