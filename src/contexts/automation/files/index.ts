import { defineModule } from '../../module.js';
import { fileRetention } from './delete-old-files.js';
import { byteCollection } from './delete-unused-bytes.js';
import { files } from './file.record.js';
import { FileMutations, FileResolver, WorkspaceFileResolver } from './file.resolver.js';
import { fileConverter, filesPort } from './file-port.js';
import { fileBytes, fileParts, fileSegments } from './store/file-bytes.entity.js';
import { fileStore } from './store/file-store.js';
import { fileUploads } from './uploads/file-upload.entity.js';
import { FileUploadMutations, WorkspaceUploadResolver } from './uploads/file-upload.resolver.js';

export { discardFiles } from './discard-files.js';
export { files, type StoredFile } from './file.record.js';
export { fileConverter } from './file-port.js';
export { findFiles, openFile } from './find-files.js';
export {
  bytesInOneRequest,
  fileName,
  mediaType,
  type NewFile,
  nameAllBytes,
  saveBytes,
  saveFile,
} from './save-file.js';
export { claimBytes, releaseBytes } from './store/file-bytes.js';
export { type FileStore, fileStore, type SavedBytes } from './store/file-store.js';
export { announceTus } from './uploads/announce-tus.js';

/** Files of a workspace, and the store of their bytes. */
export const filesModule = defineModule({
  name: 'automation/files',
  entities: [fileBytes, fileParts, fileSegments, fileUploads],
  records: [files],
  resolvers: [FileResolver, WorkspaceFileResolver, FileMutations, WorkspaceUploadResolver, FileUploadMutations],
  services: [fileStore, fileConverter],
  ports: { files: filesPort },
  tasks: [fileRetention, byteCollection],
  routes: async () => [
    (await import('./file.routes.js')).routes,
    (await import('./uploads/file-upload.routes.js')).uploadRoutes,
  ],
});
