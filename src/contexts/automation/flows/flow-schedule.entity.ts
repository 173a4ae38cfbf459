import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** The next time at which an active flow with the trigger `schedule` starts. */
export const flowSchedules = withForeignKeys(
  defineEntity({
    name: 'FlowSchedule',
    tableName: 'flow_schedules',
    properties: {
      workspaceId: column.uuid().primary(),
      flowId: column.uuid().primary(),
      config: column.jsonb(),
      dueAt: column.time().nullable(),
    },
  }),
  {
    flowId: cascade('flows'),
  },
);
