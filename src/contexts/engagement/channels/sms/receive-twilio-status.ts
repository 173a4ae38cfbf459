import type { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import type { Services } from '../../../../platform/services.js';
import { invalidCallback } from '../check-provider.js';
import type { DeliveryErrorCode } from '../outbox/delivery-errors.js';
import type { LastState } from '../outbox/store-delivery-state.js';
import { receiveState } from '../receive-state.js';
import { readTwilioForm } from '../twilio-request.js';
import { readStatusToken, statusAddressOf } from './status-address.js';

/** The most common error codes of Twilio. See https://www.twilio.com/docs/api/errors */
const reasons: Readonly<Record<string, [code: DeliveryErrorCode, message: string]>> = {
  '21610': ['OPTED_OUT', 'The recipient has opted out of messages from this sender.'],
  '30003': ['UNREACHABLE', 'The phone is off or out of reach.'],
  '30004': ['BLOCKED', 'The recipient or their carrier blocks the message.'],
  '30005': ['UNKNOWN_NUMBER', 'The number does not exist.'],
  '30006': ['LANDLINE', 'The number cannot receive SMS: it is a landline, or its carrier cannot be reached.'],
  '30007': ['FILTERED', 'The carrier filtered the message as spam.'],
  '30008': ['UNDELIVERED', 'The carrier gave no reason.'],
  '30034': ['UNREGISTERED', "The sender's number must be registered for SMS to the United States."],
};

/** The final state for a status of Twilio; null for a status that is not final or not known. */
function stateOfTwilio(status: string, errorCode: string | null): LastState | null {
  if (status === 'delivered' || status === 'read') return { status: 'delivered', error: null };
  if (!['undelivered', 'failed', 'canceled'].includes(status)) return null;
  const code = errorCode && /^\d{1,6}$/.test(errorCode) ? errorCode : null;
  const known = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  const [reason, text] = known ?? ['UNDELIVERED', 'Twilio did not deliver the message.'];
  return { status: 'failed', error: { code: reason, message: code ? `${text} (Twilio ${code})` : text } };
}

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
