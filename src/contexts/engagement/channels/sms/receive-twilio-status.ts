import type { Services } from '../../../../platform/services.js';
import { providerSettings } from '../../../accounts/secrets/index.js';
import { WebhookRequest, type WebhookRequestInput } from '../../../automation/executions/index.js';
import { notTheProvider } from '../check-provider.js';
import { receiveState } from '../receive-state.js';
import { readStatusToken, statusAddressOf } from './status-address.js';
import { isSignedByTwilio } from './twilio-signature.js';
import { stateOfTwilio } from './twilio-states.js';

/**
 * Hears from Twilio what became of one message. The token in the address names it; the form is to be signed by the
 * account that sent it, unless its token is not known any more.
 * @throws AppError INVALID_TOKEN
 */
export async function receiveTwilioStatus(
  services: Services,
  token: string,
  request: WebhookRequestInput,
): Promise<void> {
  const { jwtSecret, publicUrl } = services.settings;
  const key = readStatusToken(jwtSecret, token);
  if (!key) throw notTheProvider();
  const sent = new WebhookRequest(request);
  const form = new URLSearchParams(sent.bytes.toString());
  const { workspaceId, idempotencyKey, source } = key;
  const twilio = await services.get(providerSettings)('twilio', source === 'byok' ? workspaceId : null);
  const signature = sent.header('x-twilio-signature') ?? '';
  if (twilio && !isSignedByTwilio(twilio.authToken, statusAddressOf(publicUrl, token), form, signature)) {
    throw notTheProvider();
  }
  const messageId = form.get('MessageSid') ?? form.get('SmsSid');
  const state = stateOfTwilio(form.get('MessageStatus') ?? form.get('SmsStatus') ?? '', form.get('ErrorCode'));
  if (messageId && state)
    await receiveState(services, workspaceId, { channel: 'sms', messageId, idempotencyKey }, state);
}
