import { notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { Folder } from './flow-folder.entity.js';
import { folderById } from './flow-folder.loaders.js';

/** One folder of the workspace. @throws AppError NOT_FOUND */
export async function findFolder(scope: Scope, folderId: string): Promise<Folder> {
  const folder = await scope.loader(folderById).load(requireId(folderId, 'The folder'));
  if (!folder) throw notFound('The folder');
  return folder;
}
