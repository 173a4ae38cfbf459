import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { AppError, validationFailed } from '../../../platform/errors/errors.js';

/** Rows of a file that are stored together, each with the number of its line. */
export interface RowsOfFile {
  columns: string[];
  rows: unknown[][];
  lines: number[];
}

/** A file as it was sent. */
export interface SentFile {
  content: string;
  /** Its media type. */
  contentType: string;
  /** Whether `content` is base64: its bytes are no valid text. */
  base64: boolean;
}

/** Rows that one operation writes. */
const rowsAtOnce = 500;
const longestRow = 256 * 1024;
/** Characters that are parsed without letting others in between. */
const sliceLength = 64 * 1024;

/**
 * Reads a file of rows, in parts of 500: CSV, JSON lines, or either of them in a form.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE; BAD_REQUEST for what is not of its format; VALIDATION_FAILED for a file without rows
 */
export async function readFile(sent: SentFile): Promise<RowsOfFile[]> {
  const { text, type } = await unpack(sent);
  if (text.trim() === '') throw noContent('must not be empty. Its first line must contain the column names.');
  const parts = await Array.fromAsync(type === 'csv' ? readCsv(text) : readJsonLines(text));
  if (parts.length === 0) throw noContent('must have at least 1 row below the column names.');
  return parts;
}

const noContent = (message: string) => validationFailed([{ field: 'content', message: `content ${message}` }]);

async function unpack(sent: SentFile): Promise<{ text: string; type: 'csv' | 'jsonl' }> {
  const essence = essenceOf(sent.contentType);
  if (essence !== 'multipart/form-data') return { text: textOf(bytesOf(sent)), type: formatOf(essence, '') };
  const form = await new Response(bytesOf(sent), { headers: { 'content-type': sent.contentType } })
    .formData()
    .catch(() => {
      throw new AppError('BAD_REQUEST', 'The body must be a complete form with the boundary of its Content-Type.');
    });
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) throw noContent('must have the file in a part of the form, with a filename.');
  return { text: textOf(Buffer.from(await file.arrayBuffer())), type: formatOf(essenceOf(file.type), file.name) };
}

const essenceOf = (type: string) => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

function bytesOf({ content, base64 }: SentFile): Buffer<ArrayBuffer> {
  return Buffer.from(content, base64 ? 'base64' : 'utf8');
}

/** Without a byte order mark. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('BAD_REQUEST', 'The encoding must be UTF-8: save the file as "CSV UTF-8".');
  }
}

/** Browsers and clients name types of files differently, so the end of the name counts too. */
function formatOf(essence: string, name: string): 'csv' | 'jsonl' {
  if (['application/x-ndjson', 'application/jsonl', 'application/json-lines'].includes(essence)) return 'jsonl';
  if (essence === 'text/csv') return 'csv';
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'jsonl';
  if (/\.csv$/i.test(name)) return 'csv';
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be CSV with Content-Type: text/csv, JSON lines with application/x-ndjson, or a form (multipart/form-data) with such a file.',
  );
}

async function* readCsv(text: string): AsyncGenerator<RowsOfFile> {
  const options = { info: true, max_record_size: longestRow, relax_column_count: true, skip_empty_lines: true };
  const parser = Readable.from(slicesOf(text)).pipe(parse({ ...options, delimiter: delimiterOf(text) }));
  let columns: string[] | null = null;
  let part: RowsOfFile | null = null;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!columns) {
        columns = record;
        continue;
      }
      part ??= { columns, rows: [], lines: [] };
      part.rows.push(record);
      part.lines.push(info.lines);
      if (part.rows.length < rowsAtOnce) continue;
      yield part;
      part = null;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('BAD_REQUEST', `The file must be valid CSV. ${sentenceOf(error.message)}`);
  }
  if (part) yield part;
}

function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += sliceLength) yield text.slice(at, at + sliceLength);
}

/** Spreadsheets of many locales separate cells by semicolons. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.includes(',') || !line.includes(';') ? ',' : ';';
}

const sentenceOf = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

async function* readJsonLines(text: string): AsyncGenerator<RowsOfFile> {
  let objects: [number, Record<string, unknown>][] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    objects.push([index + 1, objectOf(line, index + 1)]);
    if (objects.length < rowsAtOnce) continue;
    yield tableOf(objects);
    objects = [];
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (objects.length > 0) yield tableOf(objects);
}

function objectOf(line: string, number: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new AppError('BAD_REQUEST', `Line ${number} of the file must be a JSON object.`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new AppError('BAD_REQUEST', `Line ${number} of the file must be a JSON object.`);
}

/** Objects as rows: a key that an object lacks is an empty cell. */
function tableOf(objects: readonly [number, Record<string, unknown>][]): RowsOfFile {
  const columns = [...new Set(objects.flatMap(([, object]) => Object.keys(object)))];
  return {
    columns,
    rows: objects.map(([, object]) => columns.map((name) => object[name] ?? '')),
    lines: objects.map(([line]) => line),
  };
}
