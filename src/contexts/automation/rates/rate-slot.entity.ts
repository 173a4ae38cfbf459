import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** When the next call of a rate may start. A row whose time has passed says nothing, and is deleted. */
export const rateSlots = withForeignKeys(
  defineEntity({
    name: 'RateSlot',
    tableName: 'rate_slots',
    properties: {
      workspaceId: column.uuid().primary(),
      /** The SHA-256 of the key. */
      key: column.text().primary(),
      nextAt: column.exactTime(),
    },
  }),
  { workspaceId: cascade('workspaces') },
);
