import { type Receipt, smsSize } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import { type RecordScope, updateRecordIn, workspaceScope } from '../../../platform/records/index.js';
import { type Claimant, type ClaimTable, claimSql, claimValues, dueSql } from '../../../platform/work/claims.js';
import { messages } from '../../crm/definitions/index.js';
import type { WorkContext } from '../../module.js';
import { messageDeliveries } from './conversations/message-delivery.entity.js';
import { keyOfMessage } from './conversations/message-key.js';
import { isFurther } from './conversations/message-states.js';
import { notifyConversation } from './conversations/notify-conversation.js';
import type { MessageTemplate } from './conversations/queue-delivery.js';
import { noTexts } from './no-texts.js';
import { type SendPorts, sendersOf } from './senders.js';

const mostTries = 5;
/** Milliseconds within which the provider must respond. */
const sendMs = 60_000;

/** `sandboxed`: no provider is configured, and nothing was sent. */
type MessageOutcome = { status: 'sent' | 'sandboxed'; error: null } | { status: 'failed'; error: string };

export interface DueMessage {
  workspaceId: string;
  messageId: string;
  tries: number;
  /** The fence of this process's claim. */
  fence: number;
  template: MessageTemplate | null;
  isMarketing: boolean;
  body: string;
  channel: string;
  email: string | null;
  phone: string | null;
  workspaceName: string;
}

export const deliveries: ClaimTable = { name: 'message_deliveries', id: 'message_id' };

// A claim skips what others have locked, and returns in the same statement all that sending requires.
const claimText = `/* claim_deliveries */ with due as (
    ${dueSql(deliveries)}
  ), claimed as (
    update message_deliveries d set ${claimSql} from due
    where d.workspace_id = due.workspace_id and d.message_id = due.message_id returning d.*
  )
  select c.workspace_id as "workspaceId", c.message_id as "messageId", c.tries, c.fence, c.template,
    c.is_marketing as "isMarketing", m.body, v.channel,
    p.email, p.phone, w.name as "workspaceName"
  from claimed c join messages m on m.workspace_id = c.workspace_id and m.id = c.message_id
    join conversations v on v.workspace_id = m.workspace_id and v.id = m.conversation_id
    join contacts p on p.workspace_id = v.workspace_id and p.id = v.contact_id
    join workspaces w on w.id = c.workspace_id`;

/** Claims messages that are due for this process. */
export async function claimDeliveries(sql: Sql, claimant: Claimant): Promise<DueMessage[]> {
  return (await sql.query<DueMessage>(claimText, claimValues(claimant))).rows;
}

/** Sends a queued message and stores the outcome. */
export async function deliverQueuedMessage(
  context: WorkContext,
  message: DueMessage,
  stopped: AbortSignal,
): Promise<void> {
  const { db, now } = context.services;
  const { workspaceId, messageId, tries, fence } = message;
  const outcome = await send(context, message, stopped);
  if (outcome === 'later' && tries + 1 < mostTries) {
    const next = new Date(now().getTime() + 2 ** tries * 60_000);
    await typed(db.pool, 'deliver_later', messageDeliveries)
      .updateTable('message_deliveries')
      .set({ dueAt: next, workerId: null, tries: tries + 1 })
      .where('workspaceId', '=', workspaceId)
      .where('messageId', '=', messageId)
      .where('fence', '=', fence)
      .execute();
    return;
  }
  const change: MessageOutcome =
    outcome === 'later'
      ? { status: 'failed', error: `The message could not be sent in ${mostTries} attempts.` }
      : outcome;
  await db.within(workspaceId).transaction(async (sql) => {
    const { numDeletedRows } = await typed(sql, 'delivered', messageDeliveries)
      .deleteFrom('message_deliveries')
      .where('workspaceId', '=', workspaceId)
      .where('messageId', '=', messageId)
      .where('fence', '=', fence)
      .executeTakeFirst();
    // Another process has claimed it: that one finds in the outbox what was sent.
    if (numDeletedRows === 0n) return;
    await settle(sql, workspaceScope(context.services, workspaceId), messageId, change);
  });
}

/** Stores the outcome, in the caller's transaction. The provider may have reported a later state in the meantime. */
async function settle(sql: Sql, scope: RecordScope, messageId: string, change: MessageOutcome): Promise<void> {
  await updateRecordIn(sql, scope, messages, messageId, ({ status }) =>
    isFurther(status, change.status) ? change : {},
  );
  await notifyConversation(sql, scope, keyOfMessage(messageId));
}

/** `later`: another attempt may succeed. */
async function send(
  context: WorkContext,
  message: DueMessage,
  stopped: AbortSignal,
): Promise<MessageOutcome | 'later'> {
  const ports = sendersOf(context, message.workspaceId, message.messageId, 'conversation');
  try {
    const receipt = await sendOver(ports, message, AbortSignal.any([stopped, AbortSignal.timeout(sendMs)]));
    return { status: receipt?.sandbox ? 'sandboxed' : 'sent', error: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.retryable ? 'later' : { status: 'failed', error: `${error.code}: ${error.message}` };
  }
}

async function sendOver(ports: SendPorts, message: DueMessage, signal: AbortSignal): Promise<Receipt | undefined> {
  const { channel, body, email, phone, template, workspaceName } = message;
  switch (channel) {
    case 'email': {
      const mail = {
        to: [addressOf('an email address', email)],
        subject: workspaceName,
        body,
        format: 'text' as const,
        purpose: message.isMarketing ? ('marketing' as const) : undefined,
      };
      return ports.mail.send(mail, signal);
    }
    case 'sms':
      return ports.sms.send(
        { to: addressOf('a phone number', phone), text: body, segments: smsSize(body).segments },
        signal,
      );
    case 'whatsapp':
      if (template) return ports.whatsapp.sendTemplate(addressOf('a phone number', phone), template, signal);
      return ports.whatsapp.sendText(addressOf('a phone number', phone), body, signal);
    case 'webchat':
      // The page that shows the conversation reads the message.
      return undefined;
    default:
      throw noTexts(channel);
  }
}

function addressOf(what: string, address: string | null): string {
  if (address) return address;
  throw new ProviderError('REFUSED', `The contact must have ${what} to be reached over this channel.`, false);
}
