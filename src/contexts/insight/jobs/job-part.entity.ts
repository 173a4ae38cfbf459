import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** A part of what a job works on, until it has, or of the file that it wrote. */
export const jobParts = withForeignKeys(
  defineEntity({
    name: 'JobPart',
    tableName: 'job_parts',
    properties: {
      workspaceId: column.uuid().primary(),
      jobId: column.uuid().primary(),
      /** `input` or `output`. */
      kind: column.text().primary(),
      index: column.integer().primary(),
      content: column.text(),
    },
  }),
  { jobId: cascade('jobs') },
);
