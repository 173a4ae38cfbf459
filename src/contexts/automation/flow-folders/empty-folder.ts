import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { RecordBase, RecordScope } from '../../../platform/records/index.js';

const moveFolders = `/* move_folders_up */ update flow_folders set parent_id = $3, updated_at = $4
  where workspace_id = $1 and parent_id = $2`;

// The folder is part of the content of a version, so each flow that moves gets a new version.
const moveFlows = `/* move_flows_up */ with moved as (
    update flows set folder_id = $3, version = version + 1, updated_at = $4 where workspace_id = $1 and folder_id = $2
    returning workspace_id, id, version, folder_id, updated_at)
  insert into flow_versions
    (workspace_id, flow_id, version, name, description, nodes, edges, variables, settings, tags, folder_id, created_by, created_at)
  select m.workspace_id, m.id, m.version, v.name, v.description, v.nodes, v.edges, v.variables, v.settings, v.tags, m.folder_id, $5, m.updated_at
  from moved m join flow_versions v on v.workspace_id = m.workspace_id and v.flow_id = m.id and v.version = m.version - 1`;

/** Moves a folder's flows and subfolders to its parent. The folder's row is locked, so concurrent writes of flows in it wait. */
export async function emptyFolder(
  sql: Sql,
  { access }: RecordScope,
  { workspaceId, id, parentId }: RecordBase & { parentId: string | null },
  at: Date,
): Promise<void> {
  const move = [workspaceId, id, parentId, at];
  await sql.query(statement(moveFolders, move));
  await sql.query(statement(moveFlows, [...move, access?.userId ?? null]));
}
