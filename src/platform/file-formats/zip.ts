import { isUtf8 } from 'node:buffer';
import { unzipSync, zipSync } from 'fflate';
import { type FileFormat, FormatError } from './file-format.js';

const entriesAtMost = 1_000;
/** Bytes of all entries, unpacked. */
const bytesAtMost = 64 * 1024 * 1024;
/** How many times longer all entries may be than the archive; shorter ones than 1 MiB may be anything. */
const ratioAtMost = 200;

/** An entry of an archive. */
interface Entry {
  name: string;
  size: number;
  content: string;
  /** Whether `content` is in base64: the bytes are no text. */
  base64: boolean;
}

/** Archives: a list of their files, each as a text or in base64. */
export const zip: FileFormat = {
  mimeType: 'application/zip',
  extensions: ['zip'],
  parse(bytes): Entry[] {
    requireSmall(bytes);
    return Object.entries(unpack(bytes)).map(([name, content]) => {
      const base64 = !isUtf8(content);
      return { name, size: content.length, content: Buffer.from(content).toString(base64 ? 'base64' : 'utf8'), base64 };
    });
  },
  build(data) {
    if (!Array.isArray(data) || data.length > entriesAtMost) {
      throw new FormatError(
        'FILE_FORMAT',
        `data must be a list of at most ${entriesAtMost} objects with name and content.`,
      );
    }
    const entries = data.map((entry: Partial<Entry> | null) => {
      const { name, content, base64 } = entry ?? {};
      if (typeof name !== 'string' || name === '' || typeof content !== 'string') {
        throw new FormatError('FILE_FORMAT', 'Each entry of data must have a name and a content, which are texts.');
      }
      return [name, new Uint8Array(Buffer.from(content, base64 ? 'base64' : 'utf8'))] as const;
    });
    const names = new Set<string>();
    for (const [name] of entries) {
      if (names.has(name))
        throw new FormatError('FILE_FORMAT', `data must not have two entries with the name ${name}.`);
      names.add(name);
    }
    return zipSync(Object.fromEntries(entries));
  },
};

/** Refuses archives that would fill memory, by what they say of themselves: more is never unpacked. @throws FormatError */
export function requireSmall(bytes: Uint8Array): void {
  let entries = 0;
  let total = 0;
  const names = new Set<string>();
  unpack(bytes, ({ name, originalSize }) => {
    entries += 1;
    names.add(name);
    total += originalSize;
    return false;
  });
  // Its value would have only one of them.
  if (names.size < entries) throw new FormatError('FILE_FORMAT', 'The archive must not have two entries of one name.');
  const ratio = total / Math.max(bytes.length, 1);
  if (entries > entriesAtMost)
    throw new FormatError('FILE_LIMIT', `The archive must have at most ${entriesAtMost} entries.`);
  if (total > bytesAtMost || (total > 1024 * 1024 && ratio > ratioAtMost)) {
    const message = `The archive must have at most 64 MiB unpacked, and at most ${ratioAtMost} times its own size.`;
    throw new FormatError('FILE_LIMIT', message);
  }
}

function unpack(
  bytes: Uint8Array,
  filter?: (entry: { name: string; originalSize: number }) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, filter && { filter });
  } catch {
    throw new FormatError(
      'FILE_FORMAT',
      'The file is not a valid archive, or uses a compression that is not supported.',
    );
  }
}
