import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../database/mapping/columns.js';

/** A process that claims work, and the time until which it counts as alive. */
export const workerLeases = defineEntity({
  name: 'Worker',
  tableName: 'workers',
  properties: {
    id: column.uuid().primary(),
    startedAt: now(),
    leaseUntil: column.time(),
  },
});
