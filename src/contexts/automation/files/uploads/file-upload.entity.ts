import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** A file of which a part has arrived. */
export const fileUploads = withForeignKeys(
  defineEntity({
    name: 'FileUpload',
    tableName: 'file_uploads',
    properties: {
      workspaceId: column.uuid().primary(),
      id: column.uuid().primary(),
      name: column.text(),
      mimeType: column.text(),
      size: column.bigint(),
      received: column.bigint(),
      kept: column.boolean(),
      fileExpiresAt: column.time().nullable(),
      createdBy: column.uuid().nullable(),
      holder: column.uuid().nullable(),
      expiresAt: column.time(),
    },
  }),
  { workspaceId: cascade('workspaces') },
);
