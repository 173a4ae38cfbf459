import type { Sql } from '../../../../platform/database/database.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { lit, typed } from '../../../../platform/database/typed-sql.js';
import type { CreatedMessage } from '../../../crm/definitions/index.js';
import { messageDeliveries } from './message-delivery.entity.js';

/** A WhatsApp template with the values of one message. */
export interface MessageTemplate {
  /** The template's name at WhatsApp. */
  name: string;
  language: string;
  /** Values by position. */
  variables: string[];
}

/** Queues a new outbound message for delivery, in the caller's transaction. */
export async function queueDelivery(sql: Sql, message: CreatedMessage, at: Date): Promise<void> {
  if (message.direction !== 'outbound' || message.status !== 'queued') return;
  await typed(sql, 'queue_delivery', messageDeliveries)
    .insertInto('message_deliveries')
    .values({ workspaceId: message.workspaceId, messageId: message.id, dueAt: at })
    .returning(lit('message_deliveries').as('notifies'))
    .execute();
}

/** Makes a queued message be sent as a template, in the transaction that queues it. */
export async function sendAsTemplate(
  sql: Sql,
  { workspaceId, id }: Pick<CreatedMessage, 'workspaceId' | 'id'>,
  template: MessageTemplate,
): Promise<void> {
  await typed(sql, 'send_as_template', messageDeliveries)
    .updateTable('message_deliveries')
    .set({ template: storableJson(template) })
    .where('workspaceId', '=', workspaceId)
    .where('messageId', '=', id)
    .execute();
}

/** Makes a queued email be one that its recipient can unsubscribe from, in the transaction that queues it. */
export async function sendAsMarketing(
  sql: Sql,
  { workspaceId, id }: Pick<CreatedMessage, 'workspaceId' | 'id'>,
): Promise<void> {
  await typed(sql, 'send_as_marketing', messageDeliveries)
    .updateTable('message_deliveries')
    .set({ isMarketing: true })
    .where('workspaceId', '=', workspaceId)
    .where('messageId', '=', id)
    .execute();
}

/** Removes a message from the queue because the caller sends it, in the transaction that queues it. */
export async function dequeueDelivery(
  sql: Sql,
  { workspaceId, id }: Pick<CreatedMessage, 'workspaceId' | 'id'>,
): Promise<void> {
  await typed(sql, 'dequeue_delivery', messageDeliveries)
    .deleteFrom('message_deliveries')
    .where('workspaceId', '=', workspaceId)
    .where('messageId', '=', id)
    .execute();
}
