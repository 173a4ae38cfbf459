import { Folder } from './flow-folder.entity.js';
import { FolderMutations, FolderResolver, WorkspaceFoldersResolver } from './flow-folder.resolver.js';

export { createFolder } from './create-folder.js';
export { Folder } from './flow-folder.entity.js';
export { folderById } from './flow-folder.loaders.js';

export const flowFolderEntities = [Folder];

export const flowFolderResolvers = [WorkspaceFoldersResolver, FolderResolver, FolderMutations];

/** Argument names and the tables that their rows stand in. */
export const flowFolderIds = { folderId: 'flow_folders' };
