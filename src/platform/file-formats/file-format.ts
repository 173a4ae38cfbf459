/** A format of files. Its code runs in a thread, with limits of time and memory. */
export interface FileFormat {
  mimeType: string;
  /** How names of its files end. */
  extensions: readonly string[];
  /** The value of a file. @throws FormatError */
  parse(bytes: Uint8Array): Parsed | Promise<Parsed>;
  /** A file of a value; absent where none is written. @throws FormatError */
  build?(data: unknown): Uint8Array | Promise<Uint8Array>;
}

/** A value that JSON can say. */
export type Parsed = unknown;

/** A file or a value does not suit the format, or exceeds a limit. The message is for the author of the flow. */
export class FormatError extends Error {
  constructor(
    readonly code: 'FILE_FORMAT' | 'FILE_LIMIT' | 'FILE_MISSING',
    message: string,
  ) {
    super(message);
  }
}

/** Rows of a file. */
const rowsAtMost = 200_000;

/** @throws FormatError */
export function requireRows(count: number): void {
  if (count <= rowsAtMost) return;
  throw new FormatError('FILE_LIMIT', `The file must have at most ${rowsAtMost.toLocaleString('en')} rows.`);
}

/** The text of a file, without a byte order mark. @throws FormatError */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FormatError('FILE_FORMAT', 'The text of the file must be UTF-8.');
  }
}

/** The bytes of a text. */
export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** A list of objects, as a table has them. @throws FormatError */
export function requireObjects(data: unknown): Record<string, unknown>[] {
  if (!Array.isArray(data) || !data.every(isObject)) {
    throw new FormatError('FILE_FORMAT', 'data must be a list of objects: one for each row.');
  }
  requireRows(data.length);
  return data;
}

/** The columns of rows, in the order in which they first occur. */
export function columnsOf(rows: readonly Record<string, unknown>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
