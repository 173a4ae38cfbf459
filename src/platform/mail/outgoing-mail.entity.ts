import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId } from '../database/mapping/columns.js';
import { cascade, withForeignKeys } from '../database/mapping/foreign-keys.js';

/** A mail that is to be sent. */
export const outgoingMails = withForeignKeys(
  defineEntity({
    name: 'OutgoingMail',
    tableName: 'mail_outbox',
    properties: {
      workspaceId: column.uuid().primary(),
      id: generatedId(),
      recipient: column.text(),
      subject: column.text(),
      body: column.text(),
      attempts: column.integer().default(0),
      dueAt: column.time(),
      createdAt: column.time(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);
