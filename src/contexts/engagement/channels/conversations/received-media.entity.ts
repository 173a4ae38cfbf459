import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** A received message whose file is still to be fetched, and the worker that has claimed it. */
export const receivedMedia = withForeignKeys(
  defineEntity({
    name: 'ReceivedMedia',
    tableName: 'received_media',
    properties: {
      workspaceId: column.uuid().primary(),
      id: column.uuid().primary(),
      message: column.json(),
      dueAt: column.time(),
      tries: column.integer().default(0),
      workerId: column.uuid().nullable(),
      fence: column.integer().default(0),
    },
  }),
  { workspaceId: cascade('workspaces') },
);
