import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../../../../platform/database/mapping/columns.js';

/** A message to a number of the server itself that only the operator can assign to a workspace. */
export const unroutedPlatformMessages = defineEntity({
  name: 'UnroutedPlatformMessage',
  tableName: 'unrouted_platform_messages',
  properties: {
    id: column.uuid().primary(),
    messageId: column.text(),
    channel: column.text(),
    sender: column.text(),
    senderName: column.text().nullable(),
    recipient: column.text().nullable(),
    body: column.text(),
    optOut: column.boolean().nullable(),
    receivedAt: now(),
  },
});
