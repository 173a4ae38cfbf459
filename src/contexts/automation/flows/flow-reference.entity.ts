import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** What the current version of a flow refers to: secrets, variables and records, by name or ID. */
export const flowReferences = withForeignKeys(
  defineEntity({
    name: 'FlowReference',
    tableName: 'flow_references',
    properties: {
      workspaceId: column.uuid().primary(),
      kind: column.text().primary(),
      name: column.text().primary(),
      flowId: column.uuid().primary(),
    },
  }),
  {
    flowId: cascade('flows'),
  },
);
