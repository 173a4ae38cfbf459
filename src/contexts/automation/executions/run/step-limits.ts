import { LargeValue } from '../../../../engine/index.js';
import type { LogLine, StepRecord } from '../store/execution-record.js';
import { beginningOf, measureJson } from '../store/values/json-size.js';
import { holdValue, looksLikeReference } from '../store/values/large-values.js';

const inputBytesAtMost = 1024 * 1024;
const variableBytesAtMost = 1024 * 1024;
const logBytesAtMost = 64 * 1024;

/** What is recorded of a step's input: of a very large one its beginning. No step reads it. */
export function limitInput(input: unknown): unknown {
  if (looksLikeReference(input)) return holdValue(input);
  if (measureJson(input, inputBytesAtMost).own <= inputBytesAtMost) return input;
  return { truncated: true, preview: beginningOf(input) };
}

/** False for variables that are too large: all of them are in memory while the execution is driven. */
export function areCarriable(variables: Record<string, unknown> | null): boolean {
  return measureJson(variables, variableBytesAtMost).own <= variableBytesAtMost;
}

/** Approximate number of bytes of a step's output and variables in its row. */
export function stepBytes({ output, variables }: StepRecord): number {
  return measureJson(output).own + measureJson(variables).own;
}

/** Bytes of a step's output that must still be stored as a blob. */
export function unstoredBytes({ output }: StepRecord): number {
  return output instanceof LargeValue && !output.stored ? output.size : 0;
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
