import { ProviderError, type ProviderErrorCode } from '../../../platform/providers/provider-error.js';
import type { SendPorts } from '../channels/index.js';
import { type Content, composeMessage, type Recipient } from './compose-message.js';
import { sendMessage } from './send-message.js';

/** A contact that a campaign is to write to now. */
export interface DueRecipient {
  id: string;
  tries: number;
  doNotContact: boolean;
  contact: Recipient;
}

/** What became of one. `sandboxed`: only the sandbox took it. `later`: another attempt may come through. `end`: nobody else can be written to either. */
export type RecipientOutcome =
  | { kind: 'sent' | 'sandboxed' }
  | { kind: 'skipped' | 'failed' | 'later' | 'end'; error: string };

const mostTries = 5;

/** What is wrong with the workspace rather than with one message. */
const endCodes: readonly ProviderErrorCode[] = ['INSUFFICIENT_CREDITS', 'PROVIDER_NOT_CONFIGURED'];

/** Writes to one contact of a campaign. What left under the recipient's id before does not leave again. */
export async function writeToRecipient(
  sendersOf: (messageId: string) => SendPorts,
  content: Content,
  { id, tries, doNotContact, contact }: DueRecipient,
  signal: AbortSignal,
): Promise<RecipientOutcome> {
  if (doNotContact) return { kind: 'skipped', error: 'The contact is not to be contacted (doNotContact).' };
  const message = composeMessage(content, contact);
  if (message.channel === null) return { kind: message.status, error: message.error };
  try {
    const { sandbox } = await sendMessage(sendersOf(id), message, signal);
    return { kind: sandbox ? 'sandboxed' : 'sent' };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const reported = `${error.code}: ${error.message}`;
    if (error.code === 'DO_NOT_CONTACT') return { kind: 'skipped', error: reported };
    if (endCodes.includes(error.code)) return { kind: 'end', error: reported };
    return { kind: error.retryable && tries + 1 < mostTries ? 'later' : 'failed', error: reported };
  }
}
