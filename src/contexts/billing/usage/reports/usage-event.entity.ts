import { defineEntity } from '@mikro-orm/postgresql';
import { byMigration, column, noKey } from '../../../../platform/database/mapping/columns.js';
import { restrict, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** A billable operation that was performed. */
export const usageEvents = defineEntity({
  name: 'UsageEvent',
  tableName: 'usage_events',
  properties: {
    workspaceId: column.uuid().primary(),
    id: column.uuid().primary(),
    accountId: column.uuid(),
    eventType: column.text(),
    app: column.text(),
    country: column.text().nullable(),
    source: column.text(),
    quantity: column.numeric(),
    unit: column.text(),
    creditsMicros: column.bigint(),
    flowId: column.uuid().nullable(),
    executionId: column.uuid().nullable(),
    metadata: column.json().defaultRaw(`'{}'::json`),
    createdAt: column.time().generated(byMigration),
  },
});

/** Deltas that are not added to the sums yet. */
export const usageDeltas = defineEntity({
  name: 'UsageDelta',
  tableName: 'usage_deltas',
  properties: {
    ...noKey(),
    accountId: column.uuid(),
    hour: column.exactTime(),
    workspaceId: column.uuid(),
    eventType: column.text(),
    source: column.text(),
    events: column.bigint(),
    quantity: column.numeric(),
    creditsMicros: column.bigint(),
  },
});

/** Sums of usage by hour. */
export const usageHours = defineEntity({
  name: 'UsageHour',
  tableName: 'usage_hours',
  properties: {
    accountId: column.uuid().primary(),
    hour: column.exactTime().primary(),
    workspaceId: column.uuid().primary(),
    eventType: column.text().primary(),
    source: column.text().primary(),
    events: column.bigint(),
    quantity: column.numeric(),
    creditsMicros: column.bigint(),
  },
});

/** Sums of usage by day. */
export const usageDays = withForeignKeys(
  defineEntity({
    name: 'UsageDay',
    tableName: 'usage_days',
    properties: {
      accountId: column.uuid().primary(),
      day: column.exactTime().primary(),
      workspaceId: column.uuid().primary(),
      eventType: column.text().primary(),
      source: column.text().primary(),
      events: column.bigint(),
      quantity: column.numeric(),
      creditsMicros: column.bigint(),
    },
  }),
  {
    accountId: restrict('accounts'),
  },
);
