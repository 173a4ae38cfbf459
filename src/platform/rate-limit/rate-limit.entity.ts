import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../database/mapping/columns.js';

/** The count of a key in its window; the table that rate-limiter-flexible requires. */
export const rateLimits = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: column.text().primary(),
    points: column.integer(),
    expire: column.bigint(),
  },
});
