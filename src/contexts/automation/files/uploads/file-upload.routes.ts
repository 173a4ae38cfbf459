import {
  AppendToFileUploadDocument,
  CreateFileUploadDocument,
  DeleteFileUploadDocument,
  GetFileUploadDocument,
} from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';
import { tusVersion, uploadHeaders } from './tus.js';

const protocol =
  'These routes follow tus 1.0.0: a request with `Tus-Resumable` is answered as tus says, with the headers and without a body.';

export const uploadRoutes = workspaceRoutes({
  'POST /files/uploads': route({
    operation: CreateFileUploadDocument,
    summary: 'Create the upload of a file',
    description: `Begins a file of up to \`FILE_MAX_MIB\`, whose bytes follow in parts. \`Location\` is where they are sent. It is deleted when no part has arrived for 24 hours. ${protocol} \`POST /files\` with \`Tus-Resumable\` does the same.`,
    variables: ({ headers }) => ({
      size: headers['upload-length'],
      metadata: headers['upload-metadata'],
      protocol: headers['tus-resumable'],
    }),
    counts: ['upload-length'],
    tus: true,
    example: { headers: { 'upload-length': '9' }, query: { name: 'names.csv' } },
    fails: ['CONFLICT', 'PAYLOAD_TOO_LARGE', 'PRECONDITION_FAILED', 'QUOTA_EXCEEDED'],
    response: ({ createFileUpload }) => ({ headers: uploadHeaders(createFileUpload) }),
    data: (result) => result.createFileUpload,
    status: 201,
  }),
  'GET /files/uploads/:uploadId': route({
    operation: GetFileUploadDocument,
    summary: 'Get the upload of a file',
    description: `Says how much of the file is stored: \`received\` and \`Upload-Offset\`. Answers HEAD, too. Once the file is complete, \`file\` has it. ${protocol}`,
    tus: true,
    response: ({ workspace: { fileUpload } }) => ({ headers: fileUpload ? uploadHeaders(fileUpload) : {} }),
    data: (result) => result.workspace.fileUpload,
  }),
  'PATCH /files/uploads/:uploadId': route({
    operation: AppendToFileUploadDocument,
    summary: 'Append a part to the upload of a file',
    description: `The body is the part, which begins at \`Upload-Offset\`: all that is missing, or less. It is stored while it arrives, and what has arrived stays if the connection ends. The answer to the last part has the \`file\`. ${protocol}`,
    variables: ({ headers, raw }) => ({
      offset: headers['upload-offset'],
      protocol: headers['tus-resumable'],
      content: raw.text,
      base64: raw.base64,
    }),
    rawBody: 'arriving',
    accepts: ['application/offset+octet-stream'],
    maxBody: Number.MAX_SAFE_INTEGER,
    counts: ['upload-offset'],
    tus: true,
    example: { headers: { 'upload-offset': '0' }, body: 'name\nEva\n' },
    fails: ['CONFLICT', 'PRECONDITION_FAILED', 'REQUEST_TIMEOUT'],
    response: ({ appendToFileUpload }) => ({ headers: uploadHeaders(appendToFileUpload) }),
    data: (result) => result.appendToFileUpload,
  }),
  'DELETE /files/uploads/:uploadId': route({
    operation: DeleteFileUploadDocument,
    summary: 'Delete the upload of a file',
    description: `Deletes the parts that have arrived. A file that is complete is deleted by \`DELETE /files/{fileId}\`. ${protocol}`,
    tus: true,
    response: () => ({ headers: { 'tus-resumable': tusVersion } }),
    data: (result) => result.deleteFileUpload,
  }),
});
