import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** The number of flows that a workspace created from a built-in template. */
export const flowTemplateUses = withForeignKeys(
  defineEntity({
    name: 'FlowTemplateUse',
    tableName: 'flow_template_uses',
    properties: {
      workspaceId: column.uuid().primary(),
      templateId: column.uuid().primary(),
      count: column.integer(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);
