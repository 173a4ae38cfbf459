import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../errors/errors.js';

/** A file of a form, whose bytes have to be read before anything that follows it arrives. */
export interface FormFile {
  /** The name of its field. */
  field: string;
  /** As the client named it; may be empty. */
  filename: string;
  mimeType: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** What a form may have. */
export interface FormLimits {
  files: number;
  fields: number;
  /** Bytes of the value of one field. */
  fieldBytes: number;
  /** Bytes of the values of all fields. Defaults to any. */
  allFieldBytes?: number;
}

export interface ReadForm<T> {
  /** The fields that are no files, in their order. */
  fields: readonly (readonly [name: string, value: string])[];
  /** What `take` made of each file. */
  files: readonly T[];
}

const incomplete = 'The body must be a complete form with the boundary of its Content-Type.';

/**
 * Reads a form (`multipart/form-data`) as it arrives, in bounded memory.
 * @param take reads the bytes of one file; the next one follows when it is done. Only the end shows whether the form is complete
 * @throws AppError BAD_REQUEST for what is no complete form or exceeds its limits; what `take` or the source throws
 */
export async function readForm<T>(
  source: Readable,
  contentType: string,
  limits: FormLimits,
  take: (file: FormFile) => Promise<T>,
): Promise<ReadForm<T>> {
  const parser = openParser(contentType, limits);
  const fields: [string, string][] = [];
  const files: Promise<T>[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined);
  const { allFieldBytes = Number.POSITIVE_INFINITY } = limits;
  let size = 0;
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    size += Buffer.byteLength(value);
    if (isNameCut || isValueCut)
      reject(refused(`The field ${name} of the form must have at most ${limits.fieldBytes} bytes.`));
    else if (size > allFieldBytes)
      reject(refused(`The fields of the form must have at most ${allFieldBytes} bytes together.`));
    else fields.push([name, value]);
  });
  parser.on('file', (field, bytes: BusboyFileStream, filename, _encoding, mimeType) => {
    bytes.on('error', () => reject(refused(incomplete)));
    // A reader that ends early leaves the rest to the parser.
    const unread = bytes.iterator({ destroyOnReturn: false });
    const taken = take({ field, filename: filename ?? '', mimeType, bytes: unread });
    files.push(taken);
    taken.catch((error) => {
      bytes.resume();
      reject(error);
    });
  });
  parser.on('filesLimit', () =>
    reject(refused(`The form must have at most ${limits.files} ${limits.files === 1 ? 'file' : 'files'}.`)),
  );
  parser.on('fieldsLimit', () =>
    reject(refused(`The form must have at most ${limits.fields} fields that are no files.`)),
  );
  parser.on('error', () => reject(refused(incomplete)));
  parser.on('finish', () => resolve());
  source.on('error', reject);
  source.pipe(parser);
  try {
    await promise;
    return { fields, files: await Promise.all(files) };
  } finally {
    source.unpipe(parser);
    source.destroy();
    await Promise.allSettled(files);
  }
}

function openParser(contentType: string, { files, fields, fieldBytes }: FormLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { files, fields, fieldSize: fieldBytes, fieldNameSize: 200, headerPairs: 20, headerSize: 8 * 1024 },
    });
  } catch {
    throw refused(incomplete);
  }
}

function refused(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
