import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../../../../platform/database/mapping/columns.js';

/** A process that drives executions, and the time until which it counts as alive. */
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
