import { v7 as uuidv7 } from 'uuid';
import type { Scope } from '../../../platform/graphql/context.js';
import { Folder } from './flow-folder.entity.js';
import type { CreateFolderInput } from './flow-folder.input.js';
import { checkParentId, refuseUnknownParent } from './parent-folder.js';

/** Makes a folder, at the top or in another one. @throws AppError VALIDATION_FAILED */
export async function createFolder(scope: Scope, input: CreateFolderInput): Promise<Folder> {
  const parentId = checkParentId(input.parentId ?? null);
  const now = scope.services.now();
  const writing = scope.create(Folder, {
    workspaceId: scope.workspaceId,
    id: uuidv7(),
    name: input.name,
    parentId,
    createdAt: now,
    updatedAt: now,
  });
  return writing.catch(refuseUnknownParent);
}
