import type { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import type { Services } from '../../../../platform/services.js';
import { receiveMessage } from '../receive-message.js';
import { readTwilioForm } from '../twilio-request.js';

const path = '/messages/twilio';

/**
 * Receives an inbound SMS from Twilio.
 * @param workspaceId the workspace whose own account it is; null for the server's account
 * @throws AppError INVALID_TOKEN if the request is not signed by the account
 */
export async function receiveSms(
  services: Services,
  workspaceId: string | null,
  request: WebhookRequestInput,
): Promise<void> {
  const address = `${services.settings.publicUrl}${path}${workspaceId === null ? '' : `?workspaceId=${workspaceId}`}`;
  const form = await readTwilioForm(services, workspaceId, address, request);
  const messageId = form.get('MessageSid') ?? form.get('SmsSid');
  if (!messageId) return;
  const optOut = form.get('OptOutType');
  await receiveMessage(services, {
    ownWorkspaceId: workspaceId,
    channel: 'sms',
    messageId,
    from: form.get('From') ?? '',
    to: form.get('To'),
    name: null,
    text: textOf(form),
    ...(optOut === 'STOP' && { doNotContact: true }),
    ...(optOut === 'START' && { doNotContact: false }),
  });
}

/** The text, followed by the URLs of attached media. */
function textOf(form: URLSearchParams): string {
  const count = Math.min(10, Number(form.get('NumMedia') ?? 0) || 0);
  const media = Array.from({ length: count }, (_, index) => form.get(`MediaUrl${index}`));
  return [form.get('Body'), ...media].filter(Boolean).join('\n') || '[empty]';
}
