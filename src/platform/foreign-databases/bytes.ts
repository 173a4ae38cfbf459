/** Bytes in data of flows, as databases return and accept them. */
export interface EncodedBytes {
  $base64: string;
}

export const encodedBytes = (bytes: Buffer): EncodedBytes => ({ $base64: bytes.toString('base64') });

/** The bytes that a value stands for; null for any other value. */
export function bytesOf(value: unknown): Buffer | null {
  if (typeof value !== 'object' || value === null) return null;
  const { $base64, ...rest } = value as Partial<EncodedBytes>;
  return typeof $base64 === 'string' && Object.keys(rest).length === 0 ? Buffer.from($base64, 'base64') : null;
}

/** A number of the server: a number where that loses nothing, otherwise its text. */
export function exactNumber(text: string): number | string {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return plain(String(number)) === plain(text) ? number : text;
}

/** Without zeros that say nothing. */
function plain(text: string): string {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

/** How many bytes an answer may have. */
export class AnswerBytes {
  #left: number;

  constructor(readonly atMost: number) {
    this.#left = atMost;
  }

  /** How many more rows fit that are as large as those before. */
  roomFor(taken: number): number {
    return (this.#left * taken) / (this.atMost - this.#left) + 1;
  }

  /** Whether a row still fits, which is counted then. */
  take(row: unknown): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** Bytes of the rows of one answer, as JSON; an output has at most 10 MiB. */
export const rowBytesAtMost = 9 * 1024 * 1024;
/** Bytes that a server may send for one statement before it is no longer listened to. */
export const receivedBytesAtMost = 64 * 1024 * 1024;
