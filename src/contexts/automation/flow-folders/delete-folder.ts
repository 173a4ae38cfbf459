import { notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { Deleted } from '../../../platform/graphql/deleted.js';
import { Folder } from './flow-folder.entity.js';
import { lockFolders } from './lock-folders.js';

// The folder is one of the facts that a flow's versions keep, so each flow that moves gets a new version.
const moveFlows = `/* move_flows_up */ with moved as (
    update flows set folder_id = ?, version = version + 1, updated_at = ? where workspace_id = ? and folder_id = ?
    returning workspace_id, id, version, folder_id, updated_at)
  insert into flow_versions
    (workspace_id, flow_id, version, name, description, nodes, edges, variables, settings, tags, folder_id, created_by, created_at)
  select m.workspace_id, m.id, m.version, v.name, v.description, v.nodes, v.edges, v.variables, v.settings, v.tags, m.folder_id, ?, m.updated_at
  from moved m join flow_versions v on v.workspace_id = m.workspace_id and v.flow_id = m.id and v.version = m.version - 1`;

/** Deletes a folder; its flows and subfolders move up to its parent. @throws AppError NOT_FOUND */
export async function deleteFolder(scope: Scope, folderId: string): Promise<Deleted> {
  const id = requireId(folderId, 'The folder');
  const { workspaceId } = scope;
  const now = scope.services.now();
  await scope.unitOfWork(async (em) => {
    await lockFolders(em, workspaceId);
    // For update: whoever is about to put a flow in here waits, and is then told that the folder is gone.
    const [folder] = await em.execute<{ parent_id: string | null }[]>(
      '/* lock_folder */ select parent_id from flow_folders where workspace_id = ? and id = ? for update',
      [workspaceId, id],
    );
    if (!folder) throw notFound('The folder');
    const { parent_id: parentId } = folder;
    await em.nativeUpdate(Folder, { workspaceId, parentId: id }, { parentId, updatedAt: now });
    await em.execute(moveFlows, [parentId, now, workspaceId, id, scope.access.userId]);
    await em.nativeDelete(Folder, { workspaceId, id });
  });
  return { id };
}
