import { AppError } from '../../../platform/errors/errors.js';
import type { ArrivingBody } from '../../../platform/graphql/arriving-body.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { readForm } from '../../../platform/multipart/index.js';
import type { CreateFileInput } from './file.input.js';
import type { StoredFile } from './file.record.js';
import { type NewFile, nameBytes, saveBytes, saveFile } from './save-file.js';

/** The name of a file whose sender gave none. */
const unnamed = 'file';
const oneFile = { files: 1, fields: 0, fieldBytes: 1_024 };

/**
 * Stores a file: the body of a REST request as it arrives, a form with it, or the content of the input.
 * @throws AppError BAD_REQUEST, PAYLOAD_TOO_LARGE, QUOTA_EXCEEDED, REQUEST_TIMEOUT
 */
export function createFile(scope: Scope, input: CreateFileInput, body?: ArrivingBody): Promise<StoredFile> {
  const { name, kept = true, expiresAt = null } = input;
  const common = { kept: kept ?? true, expiresAt, createdBy: scope.principal.userId };
  if (!body) return createFromContent(scope, input, common);
  const { length } = body;
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(body.contentType)) {
    return saveFile(scope, {
      ...common,
      name: name ?? unnamed,
      mimeType: body.contentType,
      length,
      source: body.open(),
    });
  }
  return createFromForm(scope, body, common, name ?? null);
}

type Common = Pick<NewFile, 'kept' | 'expiresAt' | 'createdBy'>;

function createFromContent(
  scope: Scope,
  { name, contentType, content, base64 }: CreateFileInput,
  common: Common,
): Promise<StoredFile> {
  const bytes = Buffer.from(content, base64 ? 'base64' : 'utf8');
  const mimeType = contentType ?? (base64 ? '' : 'text/plain');
  return saveFile(scope, {
    ...common,
    name: name ?? unnamed,
    mimeType,
    length: bytes.length,
    source: oneChunk(bytes),
  });
}

async function createFromForm(
  scope: Scope,
  body: ArrivingBody,
  common: Common,
  name: string | null,
): Promise<StoredFile> {
  const { files } = await readForm(body.open(), body.contentType, oneFile, async ({ filename, mimeType, bytes }) => ({
    saved: await saveBytes(scope, bytes, null),
    described: { ...common, name: name ?? filename, mimeType },
  }));
  const [file] = files;
  if (!file) throw new AppError('BAD_REQUEST', 'The form must have one file, in a part with a filename.');
  return nameBytes(scope, file.saved, file.described);
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
