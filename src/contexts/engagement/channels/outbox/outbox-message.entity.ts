import { defineEntity } from '@mikro-orm/postgresql';
import { column, noKey, now } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** Written only by `deliverMessage` and `storeDeliveryState`, and read with SQL. */
export const outboxMessages = withForeignKeys(
  defineEntity({
    name: 'OutboxMessage',
    tableName: 'outbox_messages',
    properties: {
      workspaceId: column.uuid().primary(),
      id: column.uuid().primary(),
      executionId: column.uuid().nullable(),
      nodeId: column.text().nullable(),
      idempotencyKey: column.text(),
      channel: column.text(),
      recipient: column.text(),
      subject: column.text().nullable(),
      body: column.text(),
      source: column.text(),
      status: column.text(),
      messageId: column.text().nullable(),
      error: column.json().nullable(),
      createdAt: now(),
      updatedAt: now(),
      attachments: column.jsonb().defaultRaw(`'[]'::jsonb`),
      origin: column.text().defaultRaw(`'conversation'::text`),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);

/** A delivery state that a provider reported before the message was stored. */
export const earlyMessageStates = withForeignKeys(
  defineEntity({
    name: 'EarlyMessageState',
    tableName: 'early_message_states',
    properties: {
      ...noKey(),
      workspaceId: column.uuid().nullable(),
      messageId: column.text(),
      status: column.text(),
      error: column.json().nullable(),
      receivedAt: now(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);
