import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** The cost of a flow on one day, for its budgets. */
export const flowSpending = withForeignKeys(
  defineEntity({
    name: 'FlowSpending',
    tableName: 'flow_spending',
    properties: {
      workspaceId: column.uuid().primary(),
      flowId: column.uuid().primary(),
      day: column.date().primary(),
      creditsMicros: column.bigint(),
    },
  }),
  { workspaceId: cascade('workspaces') },
);

/** The cost of all operations of a workspace on one day, for its budgets. */
export const workspaceSpending = withForeignKeys(
  defineEntity({
    name: 'WorkspaceSpending',
    tableName: 'workspace_spending',
    properties: {
      workspaceId: column.uuid().primary(),
      day: column.date().primary(),
      creditsMicros: column.bigint(),
    },
  }),
  { workspaceId: cascade('workspaces') },
);

/** A budget that was exceeded: one row for each period and limit. */
export const budgetNotices = withForeignKeys(
  defineEntity({
    name: 'BudgetNotice',
    tableName: 'budget_notices',
    properties: {
      workspaceId: column.uuid().primary(),
      id: column.uuid().primary().defaultRaw('uuidv7()'),
      flowId: column.uuid().nullable(),
      period: column.text(),
      begins: column.date(),
      limitMicros: column.bigint(),
      exceededAt: now(),
      dueAt: now().nullable(),
    },
  }),
  { workspaceId: cascade('workspaces') },
);
