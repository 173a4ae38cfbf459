import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Sql } from '../../../../platform/database/database.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { ProviderError } from '../../../../platform/providers/provider-error.js';
import { writeDocumentsSql } from '../../../../platform/search/index.js';
import type { MessageAttachment } from '../../../crm/definitions/index.js';
import { outboxMessages } from './outbox-message.entity.js';
import type { MessageChannel, MessageOrigin } from './outbox-message.object.js';
import { searchedOutbox } from './searched-outbox.js';

const links =
  /(\/(?:approve|accept-invite)#token=|\/(?:flows\/run|messages\/twilio\/status|voice\/status|unsubscribe)\?token=)[\w.~%-]+/g;

/** Redacts the tokens of this server's links: a token alone is enough to use the link. */
function redactLinks(text: string): string {
  return text.replace(links, '$1••••');
}

/** A message to send, as it is stored: without secrets. */
export interface OutgoingMessage {
  workspaceId: string;
  /** What the message belongs to: its text may be read with the capability to read that. */
  origin: MessageOrigin;
  /** Null if no execution sends it. */
  executionId: string | null;
  nodeId: string | null;
  /** Identifies the message: what was sent under this key is not sent again. */
  idempotencyKey: string;
  channel: MessageChannel;
  to: string;
  subject: string | null;
  body: string;
}

/** Whose provider sends the message; the sandbox sends nothing. */
export type DeliveryChannel = {
  /** Finds what is attached. */
  attach?: (() => Promise<readonly MessageAttachment[]>) | undefined;
} & (
  | {
      source: 'platform' | 'byok';
      send: (attachments: readonly MessageAttachment[]) => Promise<{ messageId: string }>;
    }
  | { source: 'sandbox' }
);

export interface DeliveryOptions {
  sql: Sql;
  log: Logger;
}

export interface Delivered {
  /** The ID of its row, the same for each attempt; null if the row could not be written. */
  id: string | null;
  /** The provider's ID. */
  messageId: string;
  sandbox: boolean;
}

const bodyCharacters = 100_000;

/**
 * Sends a message once and stores the outcome. A message that a provider accepted is not sent again, even if it was not
 * delivered. If the process dies after the provider accepted a message and before its row is written, the next attempt
 * sends it again: providers without idempotency keys offer no way to prevent that.
 * @throws ProviderError the provider's error, which is stored too; what `attach` throws
 */
export async function deliverMessage(
  options: DeliveryOptions,
  message: OutgoingMessage,
  channel: DeliveryChannel,
): Promise<Delivered> {
  const sent = await findSent(options.sql, message);
  if (sent) return sent;
  const attachments = (await channel.attach?.()) ?? [];
  const outgoing = { ...message, attachments };
  if (channel.source === 'sandbox') return storeInSandbox(options.sql, outgoing);
  const { source } = channel;
  let messageId: string;
  try {
    ({ messageId } = await channel.send(attachments));
  } catch (error) {
    if (error instanceof ProviderError) {
      const reported = { code: error.code, message: error.message };
      await store({ ...outgoing, source, status: 'failed', messageId: null, error: reported }, options);
    }
    throw error;
  }
  const id = await store({ ...outgoing, source, status: 'sent', messageId, error: null }, options);
  return { id, messageId, sandbox: false };
}

async function findSent(sql: Sql, { workspaceId, idempotencyKey }: OutgoingMessage): Promise<Delivered | null> {
  const sent = await typed(sql, 'find_sent_message', outboxMessages)
    .selectFrom('outbox_messages')
    .select(['id', 'messageId', 'source'])
    .where('workspaceId', '=', workspaceId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
  // The provider or the sandbox has accepted the message, whatever happened to it afterwards.
  return sent?.messageId ? { id: sent.id, messageId: sent.messageId, sandbox: sent.source === 'sandbox' } : null;
}

async function storeInSandbox(sql: Sql, message: Attached): Promise<Delivered> {
  const messageId = `sandbox-${uuidv7()}`;
  const id = await write(sql, { ...message, source: 'sandbox', status: 'sandboxed', messageId, error: null });
  return { id, messageId, sandbox: true };
}

interface Attached extends OutgoingMessage {
  attachments: readonly MessageAttachment[];
}

interface Entry extends Attached {
  source: DeliveryChannel['source'];
  status: 'sent' | 'failed' | 'sandboxed';
  messageId: string | null;
  error: { code: string; message: string } | null;
}

/** An error is only logged: the message has been sent, even if it cannot be stored. */
async function store(entry: Entry, { sql, log }: DeliveryOptions): Promise<string | null> {
  return write(sql, entry).catch((error: Error) => {
    log.error({ err: error, executionId: entry.executionId }, 'storing a sent message in the outbox failed');
    return null;
  });
}

/** One statement decides whether a row is written anew, and writes what is searched, too. */
async function write(sql: Sql, entry: Entry): Promise<string | null> {
  const whole = redactLinks(entry.body);
  const body = whole.length > bodyCharacters ? `${whole.slice(0, bodyCharacters)} …` : whole;
  const subject = entry.subject === null ? null : redactLinks(entry.subject);
  const { rows } = await sql.query<{ id: string }>(
    `/* record_message */ with written as (
     insert into outbox_messages (id, workspace_id, origin, execution_id, node_id, idempotency_key, channel, recipient,
       subject, body, source, status, message_id, error, attachments)
     select "id", "workspaceId", "origin", "executionId", "nodeId", "idempotencyKey", "channel", "to", "subject", "body", "source",
       "status", "messageId", "error", "attachments"
     from json_to_record($1::json) as m("id" uuid, "workspaceId" uuid, "origin" text, "executionId" uuid, "nodeId" text,
       "idempotencyKey" text, "channel" text, "to" text, "subject" text, "body" text, "source" text, "status" text,
       "messageId" text, "error" json, "attachments" jsonb)
     on conflict (workspace_id, idempotency_key) do update set source = excluded.source, status = excluded.status,
       message_id = excluded.message_id, error = excluded.error, recipient = excluded.recipient,
       subject = excluded.subject, body = excluded.body, attachments = excluded.attachments, updated_at = now()
     where outbox_messages.message_id is null returning *
     ), document as (
       ${writeDocumentsSql(searchedOutbox, 'written')}
     ) select id from written`,
    [storableJson({ ...entry, id: uuidv7(), subject, body })],
  );
  return rows[0]?.id ?? null;
}
