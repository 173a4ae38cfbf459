import { Writable } from 'node:stream';
import type { StoredObject } from './object-storage.js';
import { errorOfResponse, StorageError, textOf } from './storage-error.js';

/** An object that exists when all of it was written, and not before. */
export interface ObjectUpload {
  /** Finishes when the object is complete. */
  stream: Writable;
  /** Bytes written so far. */
  bytes(): number;
  /** Removes what was uploaded, unless the object is complete. @throws StorageError if something is left */
  abort(): Promise<void>;
}

/** All parts but the last have the same size, as some storages require. Two of them are in memory. */
const partBytes = 32 * 1024 * 1024;
const partsAtMost = 10_000;

/**
 * Begins to upload an object in parts, in bounded memory. An object that exists is not replaced.
 * @throws StorageError
 */
export async function uploadObject(object: StoredObject, sizeOfParts = partBytes): Promise<ObjectUpload> {
  await requireAbsent(object);
  const begun = await (await object.send({ method: 'POST', query: { uploads: '' } })).text();
  const uploadId = textOf(begun, 'UploadId');
  if (!uploadId) throw new StorageError(`${object.url} cannot be written: the storage began no multipart upload.`, '');
  const parts = new Parts(object, uploadId, sizeOfParts);
  let isComplete = false;
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => void parts.write(chunk).then(() => done(), done),
    final(done) {
      const complete = async () => {
        await parts.complete();
        isComplete = true;
      };
      void complete().then(() => done(), done);
    },
  });
  return {
    stream,
    bytes: () => parts.bytes,
    async abort() {
      if (!isComplete) await parts.abort();
    },
  };
}

/** Asks for its first byte: an answer to HEAD has no body, which would say what is wrong with the credentials. */
async function requireAbsent(object: StoredObject): Promise<void> {
  try {
    const { body } = await object.send({ method: 'GET', headers: { range: 'bytes=0-0' } });
    await body?.cancel();
  } catch (error) {
    const { code } = error as StorageError;
    if (code === 'NoSuchKey') return;
    // An empty object has no first byte.
    if (code !== 'InvalidRange') throw error;
  }
  throw alreadyExists(object);
}

function alreadyExists({ url }: StoredObject): StorageError {
  return new StorageError(`${url} already exists. Name another object.`, 'EXISTS');
}

class Parts {
  bytes = 0;
  readonly #tags: string[] = [];
  #part: Buffer;
  #used = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(
    readonly object: StoredObject,
    readonly uploadId: string,
    readonly size: number,
  ) {
    this.#part = Buffer.allocUnsafe(size);
  }

  async write(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(this.#part, this.#used, from);
      this.#used += copied;
      from += copied;
      if (this.#used === this.size) await this.#flush();
    }
    this.bytes += chunk.length;
  }

  async complete(): Promise<void> {
    if (this.#used > 0 || this.#tags.length === 0) await this.#flush();
    await this.#sending;
    const listed = this.#tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`);
    try {
      await this.#complete(body, { 'if-none-match': '*' });
    } catch (error) {
      const { code } = error as StorageError;
      if (code === 'PreconditionFailed') throw alreadyExists(this.object);
      // The storage does not know the condition.
      if (code === 'NotImplemented') await this.#complete(body, {});
      // An attempt whose answer was lost has completed it.
      else if (code !== 'NoSuchUpload' || !(await this.#isThere())) throw error;
    }
  }

  async abort(): Promise<void> {
    await this.#sending.catch(() => undefined);
    try {
      await this.object.send({ method: 'DELETE', query: { uploadId: this.uploadId } });
    } catch (error) {
      if ((error as StorageError).code === 'NoSuchUpload') return;
      const cure = `Remove the incomplete multipart upload ${this.uploadId} in the storage: it may cost money, but is no backup.`;
      throw new StorageError(`${(error as Error).message} ${cure}`, (error as StorageError).code, error);
    }
  }

  /** Sends the part while the next one is filled. */
  async #flush(): Promise<void> {
    await this.#sending;
    const [part, number] = [this.#part.subarray(0, this.#used), this.#tags.length + 1];
    if (number > partsAtMost) {
      throw new StorageError(
        `${this.object.url} would have more than ${partsAtMost} parts. Write to a file instead.`,
        '',
      );
    }
    this.#part = Buffer.allocUnsafe(this.size);
    this.#used = 0;
    this.#sending = this.#send(part, number);
    // Whoever writes or completes meets the error.
    this.#sending.catch(() => undefined);
  }

  async #send(body: Buffer, number: number): Promise<void> {
    const query = { partNumber: String(number), uploadId: this.uploadId };
    const { headers } = await this.object.send({ method: 'PUT', query, body });
    this.#tags.push(headers.get('etag') ?? '');
  }

  async #complete(body: Buffer, headers: Record<string, string>): Promise<void> {
    const response = await this.object.send({ method: 'POST', query: { uploadId: this.uploadId }, headers, body });
    const text = await response.text();
    // The status is sent before the storage has joined the parts.
    if (textOf(text, 'Code')) throw errorOfResponse(this.object.url, response.status, text);
  }

  async #isThere(): Promise<boolean> {
    const { headers } = await this.object.send({ method: 'HEAD' });
    return Number(headers.get('content-length')) === this.bytes;
  }
}
