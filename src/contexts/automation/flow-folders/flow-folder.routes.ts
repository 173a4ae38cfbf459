import {
  CreateFolderDocument,
  DeleteFolderDocument,
  ListFoldersDocument,
  UpdateFolderDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /flows/folders': route({
    operation: ListFoldersDocument,
    summary: 'Lists folders with the number of their flows',
    data: (result) => result.workspace.folders,
  }),
  'POST /flows/folders': route({
    operation: CreateFolderDocument,
    summary: 'Creates a folder',
    data: (result) => result.createFolder,
    status: 201,
  }),
  'PATCH /flows/folders/:folderId': route({
    operation: UpdateFolderDocument,
    summary: 'Renames or moves a folder',
    data: (result) => result.updateFolder,
  }),
  'DELETE /flows/folders/:folderId': route({
    operation: DeleteFolderDocument,
    summary: 'Deletes a folder; its flows and subfolders move up to its parent',
    data: (result) => result.deleteFolder,
  }),
});
