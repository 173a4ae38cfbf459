import type { Receipt, Sender } from '../../../nodes/index.js';
import type { Cause } from '../../../platform/events/index.js';
import type { BillableOperation } from '../../../platform/metering/billable-operation.js';
import { type Choice, notConfigured } from '../../../platform/providers/choose-provider.js';
import type { ProviderSettings } from '../../../platform/providers/provider-settings.js';
import { withoutCredentials } from '../../accounts/secrets/index.js';
import type { MessageAttachment } from '../../crm/definitions/index.js';
import type { WorkContext } from '../../module.js';
import { contactsToReach } from './contacts-to-reach.js';
import { recordStep, type SentByStep } from './conversations/record-step.js';
import { type DeliveryChannel, deliverMessage, type OutgoingMessage } from './outbox/deliver-message.js';
import type { MessageOrigin } from './outbox/outbox-message.object.js';

/** What sends, a step or another sender, and what the messages belong to. */
export type MessageSender = Sender & { origin: MessageOrigin; cause?: Cause };

export interface MessageToPost<K extends keyof ProviderSettings> {
  provider: K;
  content: Pick<OutgoingMessage, 'channel' | 'to' | 'subject' | 'body'>;
  /** What the conversation shows. Defaults to the body. */
  shown?: string;
  /** For messages that belong to no conversation, such as a request for approval. */
  isNotice?: boolean;
  /** What is charged. */
  operation: Omit<BillableOperation, 'source'>;
  /** Finds what is attached, unless the message was sent before. */
  attach?: () => Promise<readonly MessageAttachment[]>;
  send(choice: Choice<K>, attached: readonly MessageAttachment[]): Promise<{ messageId: string }>;
}

/**
 * Sends a message once: by the workspace's provider, or else by the server's, or else into the sandbox if it is enabled.
 * Charges for it, stores it in the outbox and, for a step, in the conversations of the contacts that it is sent to.
 * @throws ProviderError
 */
export async function postMessage<K extends keyof ProviderSettings>(
  { services, providers, sandbox }: WorkContext,
  { redact, meter, cause, ...sender }: MessageSender,
  { provider, content, operation, attach, send, shown, isNotice }: MessageToPost<K>,
  signal: AbortSignal,
): Promise<Receipt> {
  const { workspaceId } = sender;
  const contactIds = await contactsToReach(services.db.within(workspaceId), workspaceId, content.to);
  const choice = await providers.choose(provider, workspaceId);
  if (!choice && !sandbox) throw notConfigured(provider);
  const channel: DeliveryChannel = choice
    ? {
        attach,
        source: choice.source,
        send: (attached) => withoutCredentials(choice, () => choice.call(signal, () => send(choice, attached)), redact),
      }
    : { attach, source: 'sandbox' };
  const message = { ...sender, ...redact(content) };
  const deliver = () => deliverMessage({ sql: services.db.pool, log: services.log }, message, channel);
  // Sandboxed messages are free.
  const metered = (source: BillableOperation['source']) =>
    meter.perform({ ...operation, source }, deliver, ({ id }) => (id === null ? {} : { id }));
  const isOwn = sender.origin === 'flow' && !isNotice;
  const sent: SentByStep = { ...sender, cause, channel: content.channel, contactIds, body: shown && redact(shown) };
  // Those of conversations and campaigns are recorded by their senders.
  const record = () => (isOwn ? recordStep(services, sent) : undefined);
  try {
    const { messageId, sandbox: sandboxed } = await (choice ? metered(choice.source) : deliver());
    return { messageId, ...(sandboxed && { sandbox: true }) };
  } finally {
    await record();
  }
}
