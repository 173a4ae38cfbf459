import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import { AppError, validationFailed } from '../platform/errors/errors.js';
import { encodingViolation } from './request-body.js';

/** A body of any length. */
export type CsvBody = Pick<IncomingMessage, 'headers' | 'iterator'>;

/** The result of a batch of rows, or of all rows. */
export interface CsvCounts {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

export interface CsvBatch extends CsvCounts {
  results: readonly { index: number; errors: readonly { field: string; message: string }[] }[];
}

/** The result of an import. */
export interface CsvOutcome extends CsvCounts {
  rows: number;
  /** By line of the file; at most `errorsAtMost`. */
  errors: { line: number; field: string; message: string }[];
}

const errorsAtMost = 1_000;
const longestRow = 256 * 1024;

/**
 * Reads a CSV body as a stream and stores its rows in batches: at most one batch is in memory, regardless of the file size.
 * @throws AppError for a body that is not valid CSV; earlier batches stay stored
 */
export async function readCsv(
  request: CsvBody,
  { rowsAtOnce }: { rowsAtOnce: number },
  store: (columns: string[], rows: string[][]) => Promise<CsvBatch>,
): Promise<CsvOutcome> {
  requireCsv(request);
  const outcome: CsvOutcome = { rows: 0, created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] };
  let columns: string[] | null = null;
  let batch: { row: string[]; line: number }[] = [];
  const flush = async () => {
    if (!columns || batch.length === 0) return;
    const done = await store(
      columns,
      batch.map(({ row }) => row),
    );
    add(outcome, done, batch);
    batch = [];
  };
  try {
    for await (const { record, info } of (await openCsv(request)) as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (!columns) {
        columns = record;
        continue;
      }
      batch.push({ row: record, line: info.lines });
      if (batch.length >= rowsAtOnce) await flush();
    }
    await flush();
  } catch (error) {
    throw error instanceof CsvError || error instanceof NotUtf8 ? unreadable(error, outcome) : error;
  }
  if (!columns)
    throw validationFailed([{ message: 'The body must not be empty. Its first line must contain the column names.' }]);
  return outcome;
}

/** The rows of a body; starts when its first line has arrived. */
async function openCsv(request: CsvBody): Promise<Parser> {
  const texts = textsOf(request);
  let head = '';
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    head += next.value;
    if (head.includes('\n') || head.length > longestRow) break;
  }
  async function* whole(): AsyncGenerator<string> {
    yield head;
    yield* texts;
  }
  const options = { info: true, max_record_size: longestRow, relax_column_count: true, skip_empty_lines: true };
  const parser = parse({ ...options, delimiter: delimiterOf(head) });
  Readable.from(whole())
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  return parser;
}

/** Spreadsheets of many locales separate cells by semicolons. */
function delimiterOf(head: string): string {
  const [line = ''] = head.split('\n', 1);
  return line.includes(',') || !line.includes(';') ? ',' : ';';
}

class NotUtf8 extends Error {}

/** A body as text, without a byte order mark. @throws NotUtf8 instead of inserting replacement characters */
async function* textsOf(request: CsvBody): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new NotUtf8('The encoding must be UTF-8: save the file as "CSV UTF-8".');
    }
  };
  try {
    // Left open, so that the response can still be sent on the connection.
    for await (const bytes of request.iterator({ destroyOnReturn: false })) yield decode(bytes as Buffer);
  } catch (error) {
    throw error instanceof NotUtf8
      ? error
      : new AppError('BAD_REQUEST', 'The body must be complete. The connection ended before its end.');
  }
  yield decode();
}

function add(outcome: CsvOutcome, done: CsvBatch, batch: readonly { row: string[]; line: number }[]): void {
  outcome.rows += batch.length;
  for (const name of ['created', 'updated', 'unchanged', 'failed'] as const) outcome[name] += done[name];
  for (const { index, errors } of done.results) {
    const line = batch[index]?.line ?? 0;
    for (const { field, message } of errors) {
      if (outcome.errors.length < errorsAtMost) outcome.errors.push({ line, field, message });
    }
  }
}

function requireCsv({ headers }: CsvBody): void {
  const encoded = encodingViolation(headers['content-encoding']);
  if (encoded) throw encoded;
  if (/^\s*text\/csv\s*(;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be CSV with Content-Type: text/csv.');
}

function unreadable(error: Error, { rows }: CsvOutcome): AppError {
  const before = rows > 0 ? ` The ${rows} rows before it were imported.` : '';
  const reason = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  return new AppError('BAD_REQUEST', `The body must be valid CSV. ${reason}${before}`);
}
