import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import { AppError, validationFailed } from '../platform/errors.js';
import { encodingViolation } from './request-body.js';

/** What became of a portion of rows, and of all of them so far. */
export interface CsvCounts {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

export interface CsvPortion extends CsvCounts {
  results: readonly { index: number; errors: readonly { field: string; message: string }[] }[];
}

/** What an import answers with. */
export interface CsvOutcome extends CsvCounts {
  rows: number;
  /** By line of the file; the first of many. */
  errors: { line: number; field: string; message: string }[];
}

const violationsAtMost = 1_000;
const longestRow = 256 * 1024;

/**
 * Reads a CSV body as it comes, and hands on its rows portion by portion: no more than one of them is kept, whatever the
 * file's size.
 * @throws AppError for a body that is no CSV; portions that were handed on before are stored
 */
export async function readCsv(
  request: IncomingMessage,
  { rowsAtOnce }: { rowsAtOnce: number },
  store: (columns: string[], rows: string[][]) => Promise<CsvPortion>,
): Promise<CsvOutcome> {
  requireCsv(request);
  const outcome: CsvOutcome = { rows: 0, created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] };
  let columns: string[] | null = null;
  let portion: { row: string[]; line: number }[] = [];
  const flush = async () => {
    if (!columns || portion.length === 0) return;
    const done = await store(
      columns,
      portion.map(({ row }) => row),
    );
    add(outcome, done, portion);
    portion = [];
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
      portion.push({ row: record, line: info.lines });
      if (portion.length >= rowsAtOnce) await flush();
    }
    await flush();
  } catch (error) {
    throw error instanceof CsvError || error instanceof NotUtf8 ? unreadable(error, outcome) : error;
  }
  if (!columns) throw validationFailed([{ message: 'The body is empty. Its first line names the columns.' }]);
  return outcome;
}

/** The rows of a body, once its first line is there. */
async function openCsv(request: IncomingMessage): Promise<Parser> {
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

/** Spreadsheets of many countries put semicolons between cells. */
function delimiterOf(head: string): string {
  const [line = ''] = head.split('\n', 1);
  return line.includes(',') || !line.includes(';') ? ',' : ';';
}

class NotUtf8 extends Error {}

/** A body as text, without the mark at its start. @throws NotUtf8 instead of letters that nobody wrote */
async function* textsOf(request: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new NotUtf8('It holds letters that are not UTF-8: save the file as "CSV UTF-8".');
    }
  };
  try {
    // Left open, so that the answer can still leave on its connection.
    for await (const bytes of request.iterator({ destroyOnReturn: false })) yield decode(bytes as Buffer);
  } catch (error) {
    throw error instanceof NotUtf8 ? error : new AppError('BAD_REQUEST', 'The body ended before it was complete.');
  }
  yield decode();
}

function add(outcome: CsvOutcome, done: CsvPortion, portion: readonly { row: string[]; line: number }[]): void {
  outcome.rows += portion.length;
  for (const name of ['created', 'updated', 'unchanged', 'failed'] as const) outcome[name] += done[name];
  for (const { index, errors } of done.results) {
    const line = portion[index]?.line ?? 0;
    for (const { field, message } of errors) {
      if (outcome.errors.length < violationsAtMost) outcome.errors.push({ line, field, message });
    }
  }
}

function requireCsv({ headers }: IncomingMessage): void {
  const encoded = encodingViolation(headers['content-encoding']);
  if (encoded) throw encoded;
  if (/^\s*text\/csv\s*(;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body is read as CSV only. Send it with Content-Type: text/csv.');
}

function unreadable(error: Error, { rows }: CsvOutcome): AppError {
  const before = rows > 0 ? ` The ${rows} rows before were imported.` : '';
  const reason = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  return new AppError('BAD_REQUEST', `The body is not valid CSV. ${reason}${before}`);
}
