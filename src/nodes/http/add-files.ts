import { Readable } from 'node:stream';
import { v4 as uuidv4 } from 'uuid';
import type { FileFacts } from '../../engine/file-value.js';
import { FormatError } from '../../platform/file-formats/index.js';
import type { OutboundRequest, StreamedBody } from '../../platform/outbound/index.js';
import { fileIdOf } from '../file/file-field.js';
import type { FilesPort } from '../ports.js';
import type { RequestData } from './request-fields.js';

type Files = Pick<FilesPort, 'find' | 'open' | 'bytesAtMost'>;
type Part = Buffer | FileFacts;

/** Gives a request the files of its body, which are read while they are sent. @throws FormatError if one does not exist or they are too large */
export async function addFiles(request: OutboundRequest, { body, bodyType }: RequestData, files: Files): Promise<void> {
  if (bodyType === 'file') {
    const file = await files.find(fileIdOf(body) as string);
    setBody(request, streamed([file], files), file.mimeType);
  } else if (bodyType === 'multipart' && body) {
    const boundary = `form-${uuidv4()}`;
    setBody(
      request,
      streamed(await partsOf(body, boundary, files), files),
      `multipart/form-data; boundary=${boundary}`,
    );
  }
}

/** Headers of the node come before those of the body. */
function setBody(request: OutboundRequest, body: StreamedBody, contentType: string): void {
  request.headers = { 'content-type': contentType, ...request.headers };
  request.body = body;
}

/** @throws FormatError */
function streamed(parts: readonly Part[], files: Files): StreamedBody {
  const sizeOf = (part: Part) => (Buffer.isBuffer(part) ? part.length : part.size);
  const stored = parts.filter((part) => !Buffer.isBuffer(part));
  if (stored.reduce((sum, part) => sum + sizeOf(part), 0) > files.bytesAtMost) {
    const most = files.bytesAtMost.toLocaleString('en');
    throw new FormatError('FILE_LIMIT', `The files of one request must have at most ${most} bytes together.`);
  }
  async function* read(): AsyncGenerator<Buffer> {
    for (const part of parts) {
      if (Buffer.isBuffer(part)) yield part;
      else yield* files.open(part) as AsyncIterable<Buffer>;
    }
  }
  return {
    size: parts.reduce((sum, part) => sum + sizeOf(part), 0),
    open: () => Readable.from(read(), { objectMode: false }),
  };
}

/** A form (RFC 7578), with the names as browsers write them. */
async function partsOf(body: object, boundary: string, files: Files): Promise<Part[]> {
  const parts: Part[] = [];
  const add = (disposition: string, ...content: Part[]) => {
    parts.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`));
    parts.push(...content, Buffer.from('\r\n'));
  };
  for (const [field, value] of Object.entries(body)) {
    const name = `name="${escaped(field)}"`;
    for (const item of [value].flat()) {
      const fileId = fileIdOf(item);
      if (fileId) {
        const file = await files.find(fileId);
        add(`${name}; filename="${escaped(file.name)}"\r\nContent-Type: ${file.mimeType}`, file);
      } else if (item !== null && item !== undefined) {
        add(name, Buffer.from(typeof item === 'object' ? JSON.stringify(item) : String(item)));
      }
    }
  }
  return [...parts, Buffer.from(`--${boundary}--\r\n`)];
}

function escaped(name: string): string {
  return name.replace(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22');
}
