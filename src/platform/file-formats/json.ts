import { bytesOf, type FileFormat, FormatError, requireRows, textOf } from './file-format.js';

/** One value. */
export const json: FileFormat = {
  mimeType: 'application/json',
  extensions: ['json'],
  parse: (bytes) => parseJson(textOf(bytes), 'The file'),
  build: (data) => bytesOf(`${JSON.stringify(data ?? null, null, 2)}\n`),
};

/** A value in each line. */
export const ndjson: FileFormat = {
  mimeType: 'application/x-ndjson',
  extensions: ['ndjson', 'jsonl'],
  parse(bytes) {
    const lines = textOf(bytes).split(/\r?\n/);
    requireRows(lines.length - 1);
    return lines.flatMap((line, at) => (line.trim() === '' ? [] : [parseJson(line, `Line ${at + 1}`)]));
  },
  build(data) {
    if (!Array.isArray(data)) throw new FormatError('FILE_FORMAT', 'data must be a list: a value for each line.');
    requireRows(data.length);
    return bytesOf(data.map((value) => `${JSON.stringify(value ?? null)}\n`).join(''));
  },
};

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FormatError('FILE_FORMAT', `${what} is not valid JSON.`);
  }
}
