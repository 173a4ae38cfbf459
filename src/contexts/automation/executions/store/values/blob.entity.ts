import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../../../../../platform/database/mapping/columns.js';
import { restrict, withForeignKeys } from '../../../../../platform/database/mapping/foreign-keys.js';

/** A value that is too large for a row. Written once, never changed. */
export const blobs = defineEntity({
  name: 'Blob',
  tableName: 'blobs',
  properties: {
    workspaceId: column.uuid().primary(),
    id: column.uuid().primary(),
    size: column.integer(),
    content: column.text().nullable(),
    sha256: column.bytes().nullable(),
    encrypted: column.text().nullable(),
    /** The bytes of the file store that are its content, if it was moved there. */
    bytesId: column.uuid().nullable(),
    createdAt: now(),
  },
});

/** An execution that refers to a blob. */
export const blobUses = withForeignKeys(
  defineEntity({
    name: 'BlobUse',
    tableName: 'blob_uses',
    properties: {
      workspaceId: column.uuid().primary(),
      executionId: column.uuid().primary(),
      blobId: column.uuid().primary(),
    },
  }),
  { blobId: restrict('blobs') },
);
