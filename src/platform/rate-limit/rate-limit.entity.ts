import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../database/mapping/columns.js';

/** What was counted of a caller; as rate-limiter-flexible wants it. */
export const rateLimits = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: column.text().primary(),
    points: column.integer(),
    expire: column.bigint(),
  },
});
