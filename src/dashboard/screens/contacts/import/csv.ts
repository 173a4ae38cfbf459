/** A table as it stands in a file. */
export interface Table {
  columns: string[];
  rows: string[][];
}

const delimiters = [',', ';', '\t', '|'] as const;

/** Reads CSV with any usual delimiter: quotes may contain it, line breaks, and quotes that are doubled. */
export function parseCsv(text: string): Table {
  const content = text.replace(/^\uFEFF/, '');
  const rows = cells(content, delimiterOf(content)).filter((row) => row.some((cell) => cell.trim() !== ''));
  const [columns = [], ...others] = rows;
  const width = columns.length;
  return {
    columns: columns.map((name) => name.trim()),
    rows: others.map((row) => Array.from({ length: width }, (_, index) => row[index]?.trim() ?? '')),
  };
}

/** The delimiter that the first line has most of. */
function delimiterOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '');
  const counts = delimiters.map((one) => line.split(one).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

function cells(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += char;
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === delimiter) endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

/** One row of CSV. */
export const csvRow = (row: readonly string[]): string =>
  `${row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
