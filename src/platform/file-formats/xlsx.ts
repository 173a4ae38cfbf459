import readWorkbook from 'read-excel-file/node';
import writeWorkbook from 'write-excel-file/node';
import { columnsOf, type FileFormat, FormatError, requireObjects, requireRows } from './file-format.js';
import { requireSmall } from './zip.js';

/** Characters of a cell, as spreadsheets limit them. */
const cellCharactersAtMost = 32_767;

/** A sheet of a workbook: an object for each row after the names of the columns. */
interface Sheet {
  sheet: string;
  rows: Record<string, unknown>[];
}

/** Workbooks of Excel: a list of their sheets. Cells with a formula have the value that was last calculated, dates are ISO times. */
export const xlsx: FileFormat = {
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extensions: ['xlsx'],
  async parse(bytes): Promise<Sheet[]> {
    const sheets = await read(bytes);
    requireRows(sheets.reduce((count, { data }) => count + data.length, 0));
    return sheets.map(({ sheet, data: [names = [], ...lines] }) => {
      const columns = requireDistinct(sheet, names);
      return { sheet, rows: lines.filter(isFilled).map((line) => rowOf(sheet, columns, line)) };
    });
  },
  async build(data) {
    const rows = requireObjects(data);
    const columns = columnsOf(rows);
    columns.forEach(requireWritable);
    const lines = rows.map((row) => columns.map((name) => cellOf(row[name])));
    return writeWorkbook([columns, ...lines]).toBuffer();
  },
};

type Line = readonly unknown[];

/** @throws FormatError */
async function read(bytes: Uint8Array): Promise<{ sheet: string; data: Line[] }[]> {
  try {
    requireSmall(bytes);
    return await readWorkbook(Buffer.from(bytes));
  } catch (error) {
    if (error instanceof FormatError && error.code === 'FILE_LIMIT') throw error;
    throw new FormatError('FILE_FORMAT', 'The file is not a valid workbook of Excel (.xlsx).');
  }
}

const isFilled = (line: Line) => line.some((cell) => cell !== null);

/** The names of the columns; those without one have none. Of two columns of one name, one would be lost. @throws FormatError */
function requireDistinct(sheet: string, names: Line): (string | null)[] {
  const columns = names.map((name) => (name === null || name === '' ? null : String(readable(name))));
  const repeated = columns.find((name, index) => name !== null && columns.indexOf(name) !== index);
  if (repeated === undefined) return columns;
  throw new FormatError(
    'FILE_FORMAT',
    `The first row of the sheet "${sheet}" must not repeat the column name "${repeated}".`,
  );
}

/** @throws FormatError for a value that no column names: it would be lost */
function rowOf(sheet: string, columns: readonly (string | null)[], line: Line): Record<string, unknown> {
  const cells: [string, unknown][] = [];
  for (const [index, cell] of line.entries()) {
    const name = columns[index] ?? null;
    if (name !== null) cells.push([name, readable(cell)]);
    else if (cell !== null)
      throw new FormatError(
        'FILE_FORMAT',
        `The sheet "${sheet}" must have a name in its first row for column ${index + 1}.`,
      );
  }
  // Any name is one of the row's own, also __proto__.
  return Object.fromEntries(cells);
}

function readable(cell: unknown): unknown {
  return cell instanceof Date ? cell.toISOString() : cell;
}

/** Texts are cells of type text: no spreadsheet runs them as formulas. @throws FormatError */
function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= cellCharactersAtMost) return requireWritable(text);
  throw new FormatError(
    'FILE_LIMIT',
    `A cell must have at most ${cellCharactersAtMost.toLocaleString('en')} characters.`,
  );
}

/** write-excel-file 4.1.1 finds texts in an object that inherits these names: the file would be broken. @throws FormatError */
function requireWritable(text: string): string {
  if (!(text in Object.prototype)) return text;
  throw new FormatError(
    'FILE_FORMAT',
    `A cell of a workbook cannot have the text "${text}" alone. Write it in another form.`,
  );
}
