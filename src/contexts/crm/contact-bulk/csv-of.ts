import { stringify } from 'csv-stringify/sync';

/** Spreadsheets evaluate cells that begin with certain characters as formulas, so these get an apostrophe. */
const options = { record_delimiter: '\r\n', escape_formulas: true } as const;

/** Records as CSV (RFC 4180), which an import reads again. @param isFirst whether the names of the columns stand above them */
export function csvOf(
  records: readonly Readonly<Record<string, unknown>>[],
  columns: readonly string[],
  isFirst: boolean,
): string {
  const rows = records.map((record) => columns.map((name) => cellOf(record[name])));
  return stringify(isFirst ? [columns, ...rows] : rows, options);
}

/** A value as a cell: entries of a list are separated by semicolons, objects are JSON. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const isPlain = value.every((entry) => typeof entry !== 'object' || entry === null);
  return isPlain ? value.join(';') : JSON.stringify(value);
}
