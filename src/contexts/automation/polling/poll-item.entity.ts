import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** An item that a trigger has found at its source. */
export const pollItems = withForeignKeys(
  defineEntity({
    name: 'PollItem',
    tableName: 'poll_items',
    properties: {
      workspaceId: column.uuid().primary(),
      triggerId: column.uuid().primary(),
      /** SHA-256 of its key. */
      keyHash: column.bytes().primary(),
      foundAt: now(),
    },
  }),
  { triggerId: cascade('flow_triggers') },
);
