import type { LogLine } from './run-record.js';

const outputBytesAtMost = 1024 * 1024;
const logBytesAtMost = 64 * 1024;

/** An output that fits its limit; a larger one is cut to its beginning, with a mark. */
export function limitOutput(output: unknown): { output: unknown; truncated: boolean } {
  const text = JSON.stringify(output ?? null);
  // Each character takes at least one byte, and at most three of UTF-8.
  if (text.length * 3 <= outputBytesAtMost) return { output: output ?? null, truncated: false };
  const bytes = Buffer.byteLength(text);
  if (bytes <= outputBytesAtMost) return { output, truncated: false };
  return { output: { truncated: true, bytes, preview: text.slice(0, outputBytesAtMost / 8) }, truncated: true };
}

/** Collects a step's log up to its limit; the last line says that there was more. */
export class StepLogs {
  readonly lines: LogLine[] = [];
  #bytes = 0;
  #full = false;

  constructor(readonly now: () => Date) {}

  add(level: LogLine['level'], message: string): void {
    if (this.#full) return;
    const room = logBytesAtMost - this.#bytes;
    const text = message.length > room ? message.slice(0, Math.max(0, room)) : message;
    this.#bytes += Buffer.byteLength(text) + 64;
    this.lines.push({ at: this.now().toISOString(), level, message: text });
    if (this.#bytes < logBytesAtMost) return;
    this.#full = true;
    this.lines.push({
      at: this.now().toISOString(),
      level: 'warn',
      message: 'The log was cut here: a step keeps 64 KiB.',
    });
  }
}
