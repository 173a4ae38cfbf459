import type { Receipt, Sender } from '../../../nodes/index.js';
import type { Act } from '../../../platform/metered-act.js';
import { type Choice, notConfigured } from '../../../platform/providers/choose-provider.js';
import type { ProviderSettings } from '../../../platform/providers/provider-settings.js';
import { withoutCredentials } from '../../accounts/secrets/index.js';
import type { WorkContext } from '../../module.js';
import { deliverMessage, type OutgoingMessage, type Way } from './outbox/deliver-message.js';
import type { MessageOrigin } from './outbox/outbox-message.object.js';
import { refuseDoNotContact } from './refuse-do-not-contact.js';

/** A step, or whoever else sends, and what the messages belong to. */
export type MessageSender = Sender & { origin: MessageOrigin };

export interface MessageToPost<K extends keyof ProviderSettings> {
  provider: K;
  content: Pick<OutgoingMessage, 'channel' | 'to' | 'subject' | 'body'>;
  /** What is paid for. */
  act: Omit<Act, 'source'>;
  send(choice: Choice<K>): Promise<{ messageId: string }>;
}

/**
 * Sends a message once, by the workspace's provider, else by the server's, else into the sandbox where there is one. It is
 * paid and kept in the outbox.
 * @throws ProviderError
 */
export async function postMessage<K extends keyof ProviderSettings>(
  { services, providers, sandbox }: WorkContext,
  { scrub, meter, ...sender }: MessageSender,
  { provider, content, act, send }: MessageToPost<K>,
): Promise<Receipt> {
  const { workspaceId } = sender;
  await refuseDoNotContact(services.db.within(workspaceId), workspaceId, content.to);
  const choice = await providers.choose(provider, workspaceId);
  if (!choice && !sandbox) throw notConfigured(provider);
  const way: Way = choice
    ? { source: choice.source, send: () => withoutCredentials(choice, () => send(choice), scrub) }
    : { source: 'sandbox' };
  const message = { ...sender, ...scrub(content) };
  const deliver = () => deliverMessage({ sql: services.db.pool, log: services.log }, message, way);
  // What stays in the sandbox costs nobody anything.
  const metered = (source: Act['source']) =>
    meter.perform({ ...act, source }, deliver, ({ id }) => (id === null ? {} : { id }));
  const { messageId, sandbox: kept } = await (choice ? metered(choice.source) : deliver());
  return { messageId, ...(kept && { sandbox: true }) };
}
