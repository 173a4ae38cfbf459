import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** Where the bytes of a file are, and when they are deleted. */
export const fileBytes = defineEntity({
  name: 'FileBytes',
  tableName: 'file_bytes',
  properties: {
    workspaceId: column.uuid().primary(),
    fileId: column.uuid().primary(),
    /** `database`, `folder`, `segments`, or the URL of an object. */
    place: column.text(),
    dueAt: column.time().nullable(),
  },
});

/** Bytes in the database. */
export const fileParts = withForeignKeys(
  defineEntity({
    name: 'FilePart',
    tableName: 'file_parts',
    properties: {
      workspaceId: column.uuid().primary(),
      fileId: column.uuid().primary(),
      index: column.integer().primary(),
      content: column.bytes(),
    },
  }),
  { fileId: cascade('file_bytes') },
);

/** A part of bytes whose place is `segments`, which has bytes of its own. */
export const fileSegments = withForeignKeys(
  defineEntity({
    name: 'FileSegment',
    tableName: 'file_segments',
    properties: {
      workspaceId: column.uuid().primary(),
      fileId: column.uuid().primary(),
      startsAt: column.bigint().primary(),
      size: column.bigint(),
      bytesId: column.uuid(),
    },
  }),
  { fileId: cascade('file_bytes') },
);
