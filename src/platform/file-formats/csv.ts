import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import {
  bytesOf,
  columnsOf,
  type FileFormat,
  FormatError,
  requireObjects,
  requireRows,
  textOf,
} from './file-format.js';

/** Comma-separated values (RFC 4180), also with semicolons or tabs: an object for each line after the names of the columns. */
export const csv: FileFormat = {
  mimeType: 'text/csv',
  extensions: ['csv', 'tsv'],
  parse(bytes) {
    const text = textOf(bytes);
    const firstLine = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
    const delimiter = [',', ';', '\t'].sort((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ',';
    try {
      const rows = parse(text, {
        bom: true,
        columns: requireDistinct,
        delimiter,
        // A line may end early; one with more cells than columns is refused, because a value would be lost.
        relax_column_count_less: true,
        skip_empty_lines: true,
        max_record_size: 1024 * 1024,
      }) as unknown[];
      requireRows(rows.length);
      return rows;
    } catch (error) {
      if (error instanceof CsvError)
        throw new FormatError('FILE_FORMAT', `The file is not valid CSV: ${error.message}.`);
      throw error;
    }
  },
  build(data) {
    const rows = requireObjects(data);
    const cells = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])),
    );
    return bytesOf(stringify(cells, { header: true, columns: columnsOf(rows), record_delimiter: '\r\n' }));
  },
};

/** Of two columns of one name, one would be lost. @throws FormatError */
function requireDistinct(names: string[]): string[] {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return names;
  throw new FormatError('FILE_FORMAT', `The first line must not repeat the column name "${repeated}".`);
}

/** Texts that spreadsheets would run as formulas are marked as texts. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return typeof value === 'string' && /^[=+@\t\r]|^-(?![\d.])/.test(text) ? `'${text}` : text;
}
