import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../../../../platform/database/mapping/columns.js';

/** A process that drives runs, and until when it is taken to be there. */
export const workerLeases = defineEntity({
  name: 'Worker',
  tableName: 'workers',
  properties: {
    id: column.uuid().primary(),
    poolId: column.text(),
    startedAt: now(),
    leaseUntil: column.time(),
    concurrency: column.integer().default(1000),
  },
});
