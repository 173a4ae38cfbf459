import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../database/mapping/columns.js';

/** What one process at a time does again and again. */
export const recurringTasks = defineEntity({
  name: 'RecurringTask',
  tableName: 'recurring_tasks',
  properties: {
    name: column.text().primary(),
    dueAt: now(),
    workerId: column.uuid().nullable(),
    fence: column.integer().default(0),
  },
});
