import { defineModule } from '../../module.js';
import { Folder } from './flow-folder.entity.js';
import { FolderMutations, FolderResolver, WorkspaceFoldersResolver } from './flow-folder.resolver.js';

export { createFolder } from './create-folder.js';
export { Folder } from './flow-folder.entity.js';
export { folderById } from './flow-folder.loaders.js';

export const flowFoldersModule = defineModule({
  name: 'automation/flow-folders',
  resolvers: [WorkspaceFoldersResolver, FolderResolver, FolderMutations],
  entities: [Folder],
  ids: { folderId: 'flow_folders' },
  routes: async () => [(await import('./flow-folder.routes.js')).routes],
});
