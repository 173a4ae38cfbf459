import type { Services } from '../../../../platform/services.js';
import { providerSettings } from '../../../accounts/secrets/index.js';
import { WebhookRequest, type WebhookRequestInput } from '../../../automation/executions/index.js';
import { notTheProvider } from '../check-provider.js';
import { receiveMessage } from '../conversations/receive-message.js';
import { findWriter } from '../outbox/store-delivery-state.js';
import { isSignedByTwilio } from './twilio-signature.js';

const path = '/messages/twilio';

/**
 * Hears from Twilio that somebody wrote a text message.
 * @param workspaceId whose own account it is; null for the server's, whose messages go to the workspace that wrote last
 * to that number
 * @throws AppError INVALID_TOKEN without the signature of the account
 */
export async function receiveSms(
  services: Services,
  workspaceId: string | null,
  request: WebhookRequestInput,
): Promise<void> {
  const twilio = await services.get(providerSettings)('twilio', workspaceId);
  const sent = new WebhookRequest(request);
  const form = new URLSearchParams(sent.bytes.toString());
  const address = `${services.settings.publicUrl}${path}${workspaceId === null ? '' : `?workspaceId=${workspaceId}`}`;
  const signature = sent.header('x-twilio-signature') ?? '';
  if (!twilio || !isSignedByTwilio(twilio.authToken, address, form, signature)) throw notTheProvider();
  const messageId = form.get('MessageSid') ?? form.get('SmsSid');
  const from = form.get('From') ?? '';
  const owner = workspaceId ?? (await findWriter(services.db.pool, 'sms', from));
  if (!messageId || !owner) return;
  const optOut = form.get('OptOutType');
  await receiveMessage(services, {
    ...{ workspaceId: owner, channel: 'sms', messageId, from, name: null, text: textOf(form) },
    ...(optOut === 'STOP' && { doNotContact: true }),
    ...(optOut === 'START' && { doNotContact: false }),
  });
}

/** The text, and where the pictures are that came with it. */
function textOf(form: URLSearchParams): string {
  const count = Math.min(10, Number(form.get('NumMedia') ?? 0) || 0);
  const media = Array.from({ length: count }, (_, index) => form.get(`MediaUrl${index}`));
  return [form.get('Body'), ...media].filter(Boolean).join('\n') || '[empty]';
}
