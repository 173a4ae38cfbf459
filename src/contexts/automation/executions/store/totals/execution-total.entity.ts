import { defineEntity } from '@mikro-orm/postgresql';
import { column, noKey } from '../../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../../platform/database/mapping/foreign-keys.js';

/** The executions of a flow, or of all flows, by the week of their IDs. */
export const executionTotals = withForeignKeys(
  defineEntity({
    name: 'ExecutionTotal',
    tableName: 'execution_totals',
    properties: {
      workspaceId: column.uuid().primary(),
      flowId: column.uuid().primary(),
      week: column.date().primary(),
      trigger: column.text().primary(),
      status: column.text().primary(),
      n: column.bigint(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);

/** Changes that the totals do not include yet; written by triggers. */
export const executionDeltas = defineEntity({
  name: 'ExecutionDelta',
  tableName: 'execution_deltas',
  properties: {
    ...noKey(),
    workspaceId: column.uuid(),
    flowId: column.uuid(),
    week: column.date(),
    trigger: column.text(),
    status: column.text().nullable(),
    was: column.text().nullable(),
    n: column.bigint(),
  },
});
