import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId } from '../database/mapping/columns.js';

/** A backup that was completed. */
export const backups = defineEntity({
  name: 'Backup',
  tableName: 'backups',
  properties: {
    id: generatedId(),
    /** Of its snapshot: what was committed later is not in it. */
    createdAt: column.time(),
    durationMs: column.integer(),
    bytes: column.bigint(),
    rows: column.bigint(),
    destination: column.text(),
  },
});
