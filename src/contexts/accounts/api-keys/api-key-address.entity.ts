import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** An address from which an API key was used; written and read by statement. */
export const apiKeyAddresses = withForeignKeys(
  defineEntity({
    name: 'ApiKeyAddress',
    tableName: 'api_key_addresses',
    properties: {
      workspaceId: column.uuid().primary(),
      keyId: column.uuid().primary(),
      address: column.text().primary(),
      firstUsedAt: column.time(),
    },
  }),
  {
    keyId: cascade('api_keys'),
  },
);
