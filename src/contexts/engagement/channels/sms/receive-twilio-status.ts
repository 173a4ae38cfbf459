import type { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import type { Services } from '../../../../platform/services.js';
import { invalidCallback } from '../check-provider.js';
import { receiveState } from '../receive-state.js';
import { readTwilioForm } from '../twilio-request.js';
import { readStatusToken, statusAddressOf } from './status-address.js';
import { stateOfTwilio } from './twilio-states.js';

/**
 * Receives the delivery status of one message from Twilio. The token of the URL identifies the message; the form must be
 * signed by the account that sent it.
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
  const { workspaceId, idempotencyKey, source } = key;
  const account = source === 'byok' ? workspaceId : null;
  const form = await readTwilioForm(services, account, statusAddressOf(publicUrl, token), request);
  const messageId = form.get('MessageSid') ?? form.get('SmsSid');
  const state = stateOfTwilio(form.get('MessageStatus') ?? form.get('SmsStatus') ?? '', form.get('ErrorCode'));
  if (messageId && state)
    await receiveState(services, workspaceId, { channel: 'sms', messageId, idempotencyKey }, state);
}
