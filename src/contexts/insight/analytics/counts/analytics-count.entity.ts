import { defineEntity } from '@mikro-orm/postgresql';
import { column, noKey } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** Counts by day. */
export const analyticsDays = withForeignKeys(
  defineEntity({
    name: 'AnalyticsDay',
    tableName: 'analytics_days',
    properties: {
      workspaceId: column.uuid().primary(),
      metric: column.text().primary(),
      day: column.date().primary(),
      dim: column.text().primary(),
      n: column.bigint(),
      total: column.bigint(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);

/** Counts by week. */
export const analyticsWeeks = withForeignKeys(
  defineEntity({
    name: 'AnalyticsWeek',
    tableName: 'analytics_weeks',
    properties: {
      workspaceId: column.uuid().primary(),
      metric: column.text().primary(),
      week: column.date().primary(),
      dim: column.text().primary(),
      n: column.bigint(),
      total: column.bigint(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);

/** Deltas that are not added to the counts yet; written by triggers. */
export const analyticsDeltas = defineEntity({
  name: 'AnalyticsDelta',
  tableName: 'analytics_deltas',
  properties: {
    ...noKey(),
    workspaceId: column.uuid(),
    at: column.exactTime(),
    metrics: column.texts(),
    dims: column.texts(),
    n: column.bigint(),
    total: column.bigint(),
  },
});

/** A workspace whose counts must be recomputed. */
export const analyticsRecounts = withForeignKeys(
  defineEntity({
    name: 'AnalyticsRecount',
    tableName: 'analytics_recounts',
    properties: {
      workspaceId: column.uuid().primary(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);
