import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** The labels of flows, by which lists find them; written by triggers. */
export const flowTags = withForeignKeys(
  defineEntity({
    name: 'FlowTag',
    tableName: 'flow_tags',
    properties: {
      workspaceId: column.uuid().primary(),
      tag: column.text().primary(),
      flowId: column.uuid().primary(),
    },
  }),
  { workspaceId: cascade('workspaces'), flowId: cascade('flows') },
);
