import { FormatError } from '../../platform/file-formats/index.js';
import type { OutboundRequest } from '../../platform/outbound/index.js';
import { fileIdOf } from '../file/file-field.js';
import type { FilesPort } from '../ports.js';
import type { RequestData } from './request-fields.js';

/** Bytes of the files of one request. */
const bytesAtMost = 25 * 1024 * 1024;

/** Reads the files of a body into its request. @throws FormatError if one does not exist or they are too large */
export async function addFiles(
  request: OutboundRequest,
  { body, bodyType }: RequestData,
  files: Pick<FilesPort, 'read'>,
): Promise<void> {
  if (bodyType === 'file') {
    const { mimeType, bytes } = await files.read(fileIdOf(body) as string);
    setBody(request, bytes, mimeType);
  } else if (bodyType === 'multipart' && body) {
    const sent = new Response(await formOf(body, files));
    setBody(request, new Uint8Array(await sent.arrayBuffer()), sent.headers.get('content-type') as string);
  }
}

/** Headers of the node come before those of the body. */
function setBody(request: OutboundRequest, body: Uint8Array, contentType: string): void {
  request.headers = { 'content-type': contentType, ...request.headers };
  request.body = body;
}

async function formOf(body: object, files: Pick<FilesPort, 'read'>): Promise<FormData> {
  const form = new FormData();
  let left = bytesAtMost;
  for (const [field, value] of Object.entries(body)) {
    for (const item of [value].flat()) {
      const fileId = fileIdOf(item);
      if (fileId) {
        const { name, mimeType, bytes, size } = await files.read(fileId);
        left -= size;
        if (left < 0)
          throw new FormatError('FILE_LIMIT', 'The files of one request must have at most 25 MiB together.');
        form.append(field, new Blob([new Uint8Array(bytes)], { type: mimeType }), name);
      } else if (item !== null && item !== undefined) {
        form.append(field, typeof item === 'object' ? JSON.stringify(item) : String(item));
      }
    }
  }
  return form;
}
