import { type Receipt, smsSize } from '../../../nodes/index.js';
import { ProviderError, type ProviderErrorCode } from '../../../platform/providers/provider-error.js';
import type { SendPorts } from '../channels/index.js';
import type { PauseReason } from './campaign.fields.js';
import { type Composed, type Content, composeMessage, contactOptedOut, type Recipient } from './compose-message.js';

/** A recipient whose message is due. */
export interface DueRecipient {
  id: string;
  tries: number;
  doNotContact: boolean;
  contact: Recipient;
}

/**
 * The outcome for one recipient, with the text that was sent. `sandboxed`: no provider is configured. `later`: another attempt may succeed. `pause`: the
 * campaign cannot continue for now, and the message is still to be sent.
 */
export type RecipientOutcome =
  | { kind: 'sent' | 'sandboxed'; body: string }
  | { kind: 'skipped' | 'failed' | 'later'; error: string }
  | { kind: 'pause'; reason: PauseReason; error: string };

const mostTries = 5;

/** Errors of recipients who do not want the message. */
const refusals: readonly ProviderErrorCode[] = ['DO_NOT_CONTACT', 'UNSUBSCRIBED'];

/** Errors that concern the workspace rather than one message. */
const pauses: Readonly<Partial<Record<ProviderErrorCode, PauseReason>>> = {
  INSUFFICIENT_CREDITS: 'credits',
  BUDGET_EXCEEDED: 'budget',
  PROVIDER_NOT_CONFIGURED: 'provider',
};

/** Sends a campaign's message to one contact. A message already sent under the recipient's ID is not sent again. */
export async function writeToRecipient(
  sendersOf: (messageId: string) => SendPorts,
  content: Content,
  { id, tries, doNotContact, contact }: DueRecipient,
  signal: AbortSignal,
): Promise<RecipientOutcome> {
  if (doNotContact) return { kind: 'skipped', error: contactOptedOut };
  const message = composeMessage(content, contact);
  if (message.channel === null) return { kind: message.status, error: message.error };
  try {
    const { sandbox } = await sendMessage(sendersOf(id), message, signal);
    return { kind: sandbox ? 'sandboxed' : 'sent', body: message.body };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const reported = `${error.code}: ${error.message}`;
    if (refusals.includes(error.code)) return { kind: 'skipped', error: reported };
    const reason = pauses[error.code];
    if (reason) return { kind: 'pause', reason, error: reported };
    return { kind: error.retryable && tries + 1 < mostTries ? 'later' : 'failed', error: reported };
  }
}

/** Sends a message over its channel. @throws ProviderError */
function sendMessage(ports: SendPorts, message: Composed, signal: AbortSignal): Promise<Receipt> {
  const { to, body } = message;
  switch (message.channel) {
    case 'email': {
      const { subject, format, language } = message;
      return ports.mail.send({ to: [to], subject, body, format, purpose: 'marketing', language }, signal);
    }
    case 'sms':
      return ports.sms.send({ to, text: body, segments: smsSize(body).segments }, signal);
    case 'whatsapp':
      return message.template
        ? ports.whatsapp.sendTemplate(to, message.template, signal)
        : ports.whatsapp.sendText(to, body, signal);
  }
}
