import type { LogLine, StepRecord } from '../checkpoint/execution-record.js';

const outputBytesAtMost = 1024 * 1024;
const variableBytesAtMost = 1024 * 1024;
const logBytesAtMost = 64 * 1024;
const previewCharacters = 128 * 1024;
/**
 * Maximum nesting of lists and objects: far below the depth at which writing JSON exhausts the stack, here and in
 * Postgres.
 */
const deepest = 200;

/** An output within its limits; a larger or deeper one is cut to its beginning and marked as truncated. */
export function limitOutput(output: unknown): { output: unknown; truncated: boolean } {
  if (jsonBytes(output, outputBytesAtMost) <= outputBytesAtMost) return { output: output ?? null, truncated: false };
  return { output: { truncated: true, preview: beginningOf(output, previewCharacters) }, truncated: true };
}

/** False for variables that are too large: unlike an output, a truncated value would be used as if it were complete. */
export function areCarriable(variables: Record<string, unknown> | null): boolean {
  return jsonBytes(variables, variableBytesAtMost) <= variableBytesAtMost;
}

/** Approximate number of bytes that a step adds to its execution. */
export function stepBytes({ output, variables }: StepRecord): number {
  return jsonBytes(output, Number.MAX_SAFE_INTEGER) + jsonBytes(variables, Number.MAX_SAFE_INTEGER);
}

/**
 * Approximate size of a value as JSON, in bytes. Stops counting above `most`, so that a value which contains the same
 * object a million times costs no more than one that is just too large. Infinite for a value that is nested too deeply.
 */
function jsonBytes(value: unknown, most: number, depth = 0): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value !== 'object' || value === null) return 5;
  if (depth >= deepest) return Number.POSITIVE_INFINITY;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      bytes += 1 + jsonBytes(item, most - bytes, depth + 1);
      if (bytes > most) return bytes;
    }
    return bytes;
  }
  for (const [key, inner] of Object.entries(value)) {
    bytes += key.length + 4 + jsonBytes(inner, most - bytes, depth + 1);
    if (bytes > most) return bytes;
  }
  return bytes;
}

/** The beginning of a value's JSON, whatever its size or depth. */
function beginningOf(value: unknown, characters: number): string {
  let text = '';
  const write = (inner: unknown, depth: number): void => {
    if (text.length >= characters) return;
    if (typeof inner === 'string') text += JSON.stringify(inner.slice(0, characters));
    else if (typeof inner !== 'object' || inner === null) text += JSON.stringify(inner) ?? 'null';
    else if (depth >= deepest) text += '…';
    else if (Array.isArray(inner)) writeAll('[', inner.entries(), ']', depth);
    else writeAll('{', Object.entries(inner), '}', depth);
  };
  const writeAll = (open: string, entries: Iterable<[string | number, unknown]>, close: string, depth: number) => {
    text += open;
    let first = true;
    for (const [key, inner] of entries) {
      if (text.length >= characters) return;
      if (!first) text += ',';
      first = false;
      if (typeof key === 'string') text += `${JSON.stringify(key)}:`;
      write(inner, depth + 1);
    }
    text += close;
  };
  write(value, 0);
  return text.slice(0, characters);
}

/** Collects a step's log over all its attempts, up to its limit. The last line says that the log was cut. */
export class StepLogs {
  readonly lines: LogLine[] = [];
  #bytes = 0;
  #full = false;

  /** @param earlier log lines of the earlier attempts */
  constructor(
    readonly now: () => Date,
    earlier: readonly LogLine[] = [],
  ) {
    for (const line of earlier) {
      this.lines.push(line);
      this.#bytes += sizeOf(line.message);
    }
    this.#full = this.#bytes >= logBytesAtMost;
  }

  add(level: LogLine['level'], message: string): void {
    if (this.#full) return;
    const room = logBytesAtMost - this.#bytes;
    const text = message.length > room ? message.slice(0, Math.max(0, room)) : message;
    this.#bytes += sizeOf(text);
    this.lines.push({ at: this.now().toISOString(), level, message: text });
    if (this.#bytes < logBytesAtMost) return;
    this.#full = true;
    this.lines.push({
      at: this.now().toISOString(),
      level: 'warn',
      message: 'The log was cut here: the log of a step holds at most 64 KiB.',
    });
  }
}

function sizeOf(message: string): number {
  return Buffer.byteLength(message) + 64;
}
