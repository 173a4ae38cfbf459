import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId, now } from '../../../platform/database/mapping/columns.js';

/** What one statement did to rows of one table; written by triggers. */
export const workspaceChanges = defineEntity({
  name: 'WorkspaceChange',
  tableName: 'workspace_changes',
  properties: {
    workspaceId: column.uuid().primary(),
    tx: column.xid8().primary().defaultRaw('pg_current_xact_id()'),
    id: generatedId(),
    type: column.text(),
    action: column.text(),
    ids: column.uuids(),
    createdAt: now(),
  },
});
