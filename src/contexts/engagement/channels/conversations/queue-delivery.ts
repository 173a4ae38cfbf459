import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import type { CreatedMessage } from '../../../crm/definitions/index.js';

/** A WhatsApp template as a message sends it. */
export interface MessageTemplate {
  /** Its name at WhatsApp. */
  name: string;
  language: string;
  /** By position. */
  variables: string[];
}

/** Has a new message sent that goes out and is queued, as part of the caller's transaction. */
export async function queueDelivery(sql: Sql, message: CreatedMessage, at: Date): Promise<void> {
  if (message.direction !== 'outbound' || message.status !== 'queued') return;
  const text = `/* queue_delivery */ with queued as (
      insert into message_deliveries (workspace_id, message_id, due_at) values ($1, $2, $3)
    ) select pg_notify('message_deliveries', '')`;
  await sql.query(statement(text, [message.workspaceId, message.id, at]));
}

/** Says that a queued message leaves as a template, in the transaction that queues it. */
export async function sendAsTemplate(
  sql: Sql,
  { workspaceId, id }: Pick<CreatedMessage, 'workspaceId' | 'id'>,
  template: MessageTemplate,
): Promise<void> {
  const text = `/* send_as_template */ update message_deliveries set template = $3
    where workspace_id = $1 and message_id = $2`;
  await sql.query(statement(text, [workspaceId, id, storableJson(template)]));
}

/** Takes a queued message back from those who send: whoever made it does it himself. In the transaction that queues it. */
export async function sendManually(
  sql: Sql,
  { workspaceId, id }: Pick<CreatedMessage, 'workspaceId' | 'id'>,
): Promise<void> {
  const text = '/* send_by_hand */ delete from message_deliveries where workspace_id = $1 and message_id = $2';
  await sql.query(statement(text, [workspaceId, id]));
}
