import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound, validationFailed } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { Folder } from './flow-folder.entity.js';
import type { UpdateFolderInput } from './flow-folder.input.js';
import { folderById } from './flow-folder.loaders.js';
import { lockFolders } from './lock-folders.js';
import { checkParentId, refuseUnknownParent } from './parent-folder.js';

/** Renames or moves a folder. @throws AppError NOT_FOUND, VALIDATION_FAILED for a move below itself */
export async function updateFolder(scope: Scope, folderId: string, input: UpdateFolderInput): Promise<Folder> {
  const id = requireId(folderId, 'The folder');
  const folder = await scope.unitOfWork((em) => change(em, scope, id, input)).catch(refuseUnknownParent);
  scope.loader(folderById).clear(id).prime(id, folder);
  return folder;
}

async function change(em: EntityManager, scope: Scope, id: string, input: UpdateFolderInput): Promise<Folder> {
  const { workspaceId } = scope;
  await lockFolders(em, workspaceId);
  const folder = await em.findOne(Folder, { workspaceId, id });
  if (!folder) throw notFound('The folder');
  const { name = folder.name, parentId = folder.parentId } = input;
  if (parentId !== folder.parentId) await requireOutside(em, folder, checkParentId(parentId));
  if (name !== folder.name || parentId !== folder.parentId) {
    em.assign(folder, { name, parentId, updatedAt: scope.services.now() });
  }
  return folder;
}

/** @throws AppError VALIDATION_FAILED where the new parent is the folder itself or stands below it */
async function requireOutside(em: EntityManager, { workspaceId, id }: Folder, parentId: string | null): Promise<void> {
  const text = `/* folder_above */ with recursive above as (
      select id, parent_id from flow_folders where workspace_id = ? and id = ?
      union select d.id, d.parent_id from flow_folders d join above on d.id = above.parent_id where d.workspace_id = ?)
    select 1 from above where id = ?`;
  const found = await em.execute(text, [workspaceId, parentId, workspaceId, id]);
  if (found.length === 0) return;
  const message = 'A folder cannot be moved into itself or below itself. Choose a parent outside of it.';
  throw validationFailed([{ field: 'parentId', message }]);
}
