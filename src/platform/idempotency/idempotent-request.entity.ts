import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../database/mapping/columns.js';

/** A request with an `Idempotency-Key`, which is carried out once. */
export const idempotentRequests = defineEntity({
  name: 'IdempotentRequest',
  tableName: 'idempotent_requests',
  properties: {
    workspaceId: column.uuid().primary(),
    id: column.uuid().primary(),
    requestHash: column.text(),
    claimId: column.uuid(),
    leaseUntil: column.exactTime(),
    steps: column.texts().defaultRaw(`'{}'`),
    isLost: column.boolean(),
    answer: column.text().nullable(),
    createdAt: now(),
  },
});
