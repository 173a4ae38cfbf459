import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId, now } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** A cause that holds a flow before a node. */
export const flowHolds = withForeignKeys(
  defineEntity({
    name: 'FlowHold',
    tableName: 'flow_holds',
    properties: {
      workspaceId: column.uuid().primary(),
      id: generatedId(),
      flowId: column.uuid(),
      nodeId: column.text(),
      code: column.text(),
      host: column.text().defaultRaw(`''::text`),
      message: column.text(),
      failures: column.integer(),
      state: column.text().defaultRaw(`'held'::text`),
      toVersion: column.integer().nullable(),
      settled: column.integer().default(0),
      openedAt: now(),
      closedAt: column.time().nullable(),
      dueAt: column.time().nullable(),
    },
  }),
  { workspaceId: cascade('workspaces') },
);

/** A step that a hold keeps from beginning. */
export const parkedSteps = defineEntity({
  name: 'ParkedStep',
  tableName: 'parked_steps',
  properties: {
    workspaceId: column.uuid().primary(),
    executionId: column.uuid().primary(),
    stepId: column.uuid().primary(),
    holdId: column.uuid(),
  },
});

/** A failure that counts for a hold, of a flow with `settings.hold`. */
export const holdFailures = defineEntity({
  name: 'HoldFailure',
  tableName: 'hold_failures',
  properties: {
    workspaceId: column.uuid().primary(),
    flowId: column.uuid().primary(),
    nodeId: column.text().primary(),
    code: column.text().primary(),
    host: column.text().primary(),
    executionId: column.uuid().primary(),
    message: column.text(),
    failedAt: now(),
    dueAt: now().nullable(),
  },
});
