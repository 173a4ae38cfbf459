import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError, notFound } from '../../../../platform/errors/errors.js';
import type { ArrivingBody } from '../../../../platform/graphql/arriving-body.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { createRecordIn } from '../../../../platform/records/index.js';
import { files } from '../file.record.js';
import { rowOf } from '../save-file.js';
import { claimBytes, releaseBytes } from '../store/file-bytes.js';
import { fileStore, type SavedBytes } from '../store/file-store.js';
import { countPassed } from '../store/free-chunks.js';
import { addSegment, readSegments, type Segment, segmentsOf } from '../store/segments-place.js';
import { cutSource } from './cut-source.js';
import type { AppendToFileUploadInput } from './file-upload.input.js';
import type { FileUpload } from './file-upload.object.js';
import { findUpload, finishedUpload, shownUpload } from './find-upload.js';
import { requireVersion } from './tus.js';
import { advanceUpload, endUpload, findUploadRow, takeUpload, type UploadRow } from './upload-rows.js';

/** Bytes of a segment: at most so many are lost when the server is killed. */
const segmentBytes = 16 * 1024 * 1024;
const partType = 'application/offset+octet-stream';

/**
 * Adds a part to a file, which is stored while it arrives: what has arrived when the connection ends stays. The last part makes
 * the file. Of two requests at once, the earlier one is refused: its connection may be lost without its end being seen.
 * @throws AppError CONFLICT if the part does not begin where the last one ended, NOT_FOUND, PAYLOAD_TOO_LARGE,
 *   UNSUPPORTED_MEDIA_TYPE, PRECONDITION_FAILED; what the body throws
 */
export async function appendToUpload(
  scope: Scope,
  uploadId: string,
  input: AppendToFileUploadInput,
  body?: ArrivingBody,
): Promise<FileUpload> {
  requireVersion(input.protocol);
  if (body && body.contentType.split(';', 1)[0]?.trim().toLowerCase() !== partType) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Content-Type must be ${partType}.`);
  }
  const upload = await requireUpload(scope, uploadId, input.offset);
  if ('file' in upload) {
    if (body?.length !== 0 && (body || input.content !== '')) throw tooMuch(upload.size, 0);
    return upload;
  }
  const holder = await takeUpload(scope.sql, upload);
  const source = body?.open() ?? oneChunk(Buffer.from(input.content, input.base64 ? 'base64' : 'utf8'));
  return new Part(scope, upload, holder).store(source);
}

/** The upload, or what it has become. @throws AppError NOT_FOUND, CONFLICT */
async function requireUpload(scope: Scope, uploadId: string, offset: number): Promise<UploadRow | FileUpload> {
  const shown = await findUpload(scope, uploadId);
  if (!shown) throw notFound('upload');
  if (shown.received !== offset) throw wrongOffset(shown.received);
  return (await findUploadRow(scope.sql, scope.workspaceId, uploadId)) ?? shown;
}

function wrongOffset(received: number): AppError {
  const message = `The part must begin behind the ${received} bytes that are stored. Get the upload again, and continue there.`;
  return new AppError('CONFLICT', message).with({ 'upload-offset': String(received) });
}

function tooMuch(size: number, left: number): AppError {
  const message = `The upload has ${size} bytes, of which ${left} are missing. More must not be sent.`;
  return new AppError('PAYLOAD_TOO_LARGE', message);
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** One request that adds to an upload. */
class Part {
  #received: number;
  /** Of the whole file, if all of it comes in this request. */
  readonly #hash: Hash | null;

  constructor(
    readonly scope: Scope,
    readonly upload: UploadRow,
    readonly holder: string,
  ) {
    this.#received = upload.received;
    this.#hash = upload.received === 0 ? createHash('sha256') : null;
  }

  async store(source: AsyncIterable<Uint8Array>): Promise<FileUpload> {
    const { upload } = this;
    const cut = cutSource(source, segmentBytes);
    for await (const piece of cut.pieces()) {
      const segment = await this.#save(piece);
      if (this.#received + segment.size === upload.size && cut.failure() === undefined) return this.#finish(segment);
      await this.#keep(segment);
    }
    if (cut.failure() !== undefined) throw cut.failure();
    if (upload.size === 0) return this.#finish(null);
    return shownUpload((await findUploadRow(this.scope.sql, upload.workspaceId, upload.id)) ?? upload);
  }

  async #save(piece: AsyncIterable<Uint8Array>): Promise<Segment> {
    const { services, workspaceId } = this.scope;
    const left = this.upload.size - this.#received;
    const most = { bytes: left, exceeded: () => tooMuch(this.upload.size, left) };
    const saved: SavedBytes = await services.get(fileStore).save(workspaceId, this.#hashed(piece), most);
    return { startsAt: this.#received, size: saved.size, bytesId: saved.fileId };
  }

  async *#hashed(piece: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of piece) {
      this.#hash?.update(chunk);
      yield chunk;
    }
  }

  /** Keeps a segment; the next one begins behind it. */
  async #keep(segment: Segment): Promise<void> {
    await this.#writing(segment, (add) => this.scope.transaction(add));
    this.#received += segment.size;
  }

  /** Makes the file. Until then, its last segment counts as not received: who continues after a crash does this again. */
  async #finish(last: Segment | null): Promise<FileUpload> {
    const { scope, upload } = this;
    const { id, size, name, mimeType, kept, fileExpiresAt, createdBy } = upload;
    const sha256 = this.#hash?.digest('hex') ?? (await this.#hashStored(last));
    const described = { name, mimeType, kept, expiresAt: fileExpiresAt, createdBy };
    const row = rowOf({ fileId: id, size, sha256 }, described);
    const file = await this.#writing(last, (add) =>
      scope.transaction(async (sql) => {
        await add(sql);
        await endUpload(sql, upload);
        return createRecordIn(sql, scope, files, ...row);
      }),
    );
    return finishedUpload(file);
  }

  /** Adds a segment in a transaction; its bytes are released if that fails. */
  async #writing<T>(
    segment: Segment | null,
    write: (add: (sql: Scope['sql']) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const { upload, holder, scope } = this;
    const { workspaceId, id } = upload;
    const received = this.#received;
    try {
      return await write(async (sql) => {
        const by = segment?.size ?? 0;
        if (!(await advanceUpload(sql, { workspaceId, id, received }, { holder, by }))) {
          throw new AppError('CONFLICT', 'Another request adds to this upload, or it was deleted. Get it again.');
        }
        if (!segment) return;
        await addSegment(sql, { workspaceId, fileId: id }, segment);
        await claimBytes(sql, workspaceId, segment.bytesId);
      });
    } catch (error) {
      if (segment) await releaseBytes(scope.sql, workspaceId, segment.bytesId).catch(() => undefined);
      throw error;
    }
  }

  async #hashStored(last: Segment | null): Promise<string> {
    const { services, workspaceId, sql } = this.scope;
    const store = services.get(fileStore);
    const found = [...(await segmentsOf(sql, workspaceId, this.upload.id)), ...(last ? [last] : [])];
    const open = (bytesId: string, range: { start: number; end: number }): Promise<Readable> =>
      store.read(workspaceId, bytesId, range);
    const hash = createHash('sha256');
    for await (const chunk of readSegments(found, { start: 0, end: this.upload.size }, open)) {
      hash.update(chunk);
      countPassed(chunk.length);
    }
    return hash.digest('hex');
  }
}
