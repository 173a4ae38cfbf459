import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** A message that is still to be sent, and the worker that has claimed it. */
export const messageDeliveries = withForeignKeys(
  defineEntity({
    name: 'MessageDelivery',
    tableName: 'message_deliveries',
    properties: {
      workspaceId: column.uuid().primary(),
      messageId: column.uuid().primary(),
      dueAt: column.time(),
      tries: column.integer().default(0),
      template: column.json().nullable(),
      isMarketing: column.boolean().default(false),
      workerId: column.uuid().nullable(),
      fence: column.integer().default(0),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
    messageId: cascade('messages'),
  },
);
