import { notFound } from '../../../platform/errors/errors.js';
import { CreateFileDocument, GetFileDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';
import { bytesInOneRequest } from './save-file.js';
import { fileStore } from './store/file-store.js';

/** A form is a little longer than its file. */
const formBytes = 16 * 1024;

export const routes = workspaceRoutes({
  'POST /files': route({
    operation: CreateFileDocument,
    summary: 'Create a file',
    description:
      'The body is the file, of any media type, with its `name` in the query (defaults to `file`); or a form (`multipart/form-data`) with the file in a part that names it. At most 50 MiB (52428800 bytes). It is stored while it arrives. Larger files are [uploaded in parts](#operation/createFileUpload).',
    variables: ({ query, headers, raw }) => ({
      name: query.name,
      kept: query.kept,
      expiresAt: query.expiresAt,
      contentType: headers['content-type'],
      content: raw.text,
      base64: raw.base64,
    }),
    elsewhere: { header: 'tus-resumable', path: '/files/uploads' },
    rawBody: 'arriving',
    accepts: ['application/octet-stream', 'multipart/form-data'],
    maxBody: bytesInOneRequest + formBytes,
    example: { query: { name: 'people.csv' }, body: 'name,email\nEva Ruiz,eva@example.com\n' },
    fails: ['QUOTA_EXCEEDED', 'REQUEST_TIMEOUT'],
    data: (result) => result.createFile,
    status: 201,
  }),
  'GET /files/:fileId': route({
    operation: GetFileDocument,
    summary: 'Get the bytes of a file',
    description:
      'Sends the bytes with their media type, or the one range of them that `Range` names. The list of files and GraphQL say what is known of a file; the `ETag` changes with it.',
    fails: ['RANGE_NOT_SATISFIABLE'],
    data: (result) => result.workspace.file,
    bytes: (result, { services }) => {
      const { file } = result.workspace;
      if (!file) throw notFound('file');
      const { id, workspaceId, name, mimeType, size } = file;
      const open = services.get(fileStore).read;
      return { name, mimeType, size, open: (range) => open(workspaceId, id, range) };
    },
  }),
});
