import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** The ID under which the call of an address is kept. No caller can give an event such a one. @param key of the address */
export function callId(key: string): string {
  return `\u0001${key}`;
}

/** An event whose ID a caller gave, or that later waits may match; written and read by statement. */
export const keptEvents = withForeignKeys(
  defineEntity({
    name: 'KeptEvent',
    tableName: 'kept_events',
    properties: {
      workspaceId: column.uuid().primary(),
      id: column.text().primary(),
      hash: column.bytes().nullable(),
      event: column.json(),
      type: column.text(),
      keys: column.texts(),
      executionIds: column.uuids().defaultRaw(`'{}'::uuid[]`),
      wokenIds: column.uuids().defaultRaw(`'{}'::uuid[]`),
      expiresAt: column.time().nullable(),
      scannedAt: column.time().nullable(),
      forgetAt: column.time(),
      createdAt: now(),
    },
  }),
  { workspaceId: cascade('workspaces') },
);
