import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Sql } from '../../../../platform/database/database.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { ProviderError } from '../../../../platform/providers/provider-error.js';
import type { MessageChannel, MessageOrigin } from './outbox-message.object.js';
import { redactLinks } from './redact-links.js';

/** A message on its way, as it may be written down: without secrets. */
export interface OutgoingMessage {
  workspaceId: string;
  /** Whose it is: whoever may read that may read what it says. */
  origin: MessageOrigin;
  /** Null for what no run sent. */
  executionId: string | null;
  nodeId: string | null;
  /** Names the message: what was sent under it is not sent again. */
  idempotencyKey: string;
  channel: MessageChannel;
  to: string;
  subject: string | null;
  body: string;
}

/** By whom it is sent; in the sandbox by nobody. */
export type DeliveryChannel =
  | { source: 'platform' | 'byok'; send: () => Promise<{ messageId: string }> }
  | { source: 'sandbox' };

export interface DeliveryOptions {
  sql: Sql;
  log: Logger;
}

export interface Delivered {
  /** Of its row here, the same for each attempt at it; null where that could not be written. */
  id: string | null;
  /** The provider's. */
  messageId: string;
  sandbox: boolean;
}

const bodyCharacters = 100_000;

/** A provider, or the sandbox, has taken it, whatever became of it after that. */
const left = 'message_id is not null';

/**
 * Sends a message once and writes down what became of it. One that has left by the outbox is not sent again, also where
 * it never arrived. A process
 * that dies after the provider took a message, and before that was written, sends it once more when its step is done
 * again: a provider without idempotency keys gives nothing to prevent that with.
 * @throws ProviderError as the provider gave it, which is written down too
 */
export async function deliverMessage(
  options: DeliveryOptions,
  message: OutgoingMessage,
  channel: DeliveryChannel,
): Promise<Delivered> {
  const known = await findSent(options.sql, message);
  if (known) return known;
  if (channel.source === 'sandbox') return keepInSandbox(options.sql, message);
  const { source } = channel;
  let messageId: string;
  try {
    ({ messageId } = await channel.send());
  } catch (error) {
    if (error instanceof ProviderError) {
      const { code, message: said } = error;
      await record({ ...message, source, status: 'failed', messageId: null, error: { code, message: said } }, options);
    }
    throw error;
  }
  const id = await record({ ...message, source, status: 'sent', messageId, error: null }, options);
  return { id, messageId, sandbox: false };
}

async function findSent(sql: Sql, { workspaceId, idempotencyKey }: OutgoingMessage): Promise<Delivered | null> {
  const { rows } = await sql.query<Delivered>(
    `/* find_sent_message */ select id, message_id as "messageId", source = 'sandbox' as sandbox from outbox_messages
     where workspace_id = $1 and idempotency_key = $2 and ${left}`,
    [workspaceId, idempotencyKey],
  );
  return rows[0] ?? null;
}

async function keepInSandbox(sql: Sql, message: OutgoingMessage): Promise<Delivered> {
  const messageId = `sandbox-${uuidv7()}`;
  const id = await write(sql, { ...message, source: 'sandbox', status: 'sandboxed', messageId, error: null });
  return { id, messageId, sandbox: true };
}

interface Entry extends OutgoingMessage {
  source: DeliveryChannel['source'];
  status: 'sent' | 'failed' | 'sandboxed';
  messageId: string | null;
  error: { code: string; message: string } | null;
}

/** What has happened has happened, whether it can be written down or not. */
async function record(entry: Entry, { sql, log }: DeliveryOptions): Promise<string | null> {
  return write(sql, entry).catch((error: Error) => {
    log.error({ err: error, executionId: entry.executionId }, 'a message is missing in the outbox');
    return null;
  });
}

async function write(sql: Sql, entry: Entry): Promise<string | null> {
  const whole = redactLinks(entry.body);
  const body = whole.length > bodyCharacters ? `${whole.slice(0, bodyCharacters)} …` : whole;
  const subject = entry.subject === null ? null : redactLinks(entry.subject);
  const { rows } = await sql.query<{ id: string }>(
    `/* record_message */
     insert into outbox_messages (id, workspace_id, origin, execution_id, node_id, idempotency_key, channel, recipient,
       subject, body, source, status, message_id, error)
     select "id", "workspaceId", "origin", "executionId", "nodeId", "idempotencyKey", "channel", "to", "subject", "body", "source",
       "status", "messageId", "error"
     from json_to_record($1::json) as m("id" uuid, "workspaceId" uuid, "origin" text, "executionId" uuid, "nodeId" text,
       "idempotencyKey" text, "channel" text, "to" text, "subject" text, "body" text, "source" text, "status" text,
       "messageId" text, "error" json)
     on conflict (workspace_id, idempotency_key) do update set source = excluded.source, status = excluded.status,
       message_id = excluded.message_id, error = excluded.error, recipient = excluded.recipient,
       subject = excluded.subject, body = excluded.body, updated_at = now()
     where not (outbox_messages.${left}) returning id`,
    [storableJson({ ...entry, id: uuidv7(), subject, body })],
  );
  return rows[0]?.id ?? null;
}
