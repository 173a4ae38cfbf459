/** A table as it stands in a file. */
export interface Table {
  columns: string[];
  rows: string[][];
  /** The line of the file on which each row begins. */
  lines: number[];
}

const delimiters = [',', ';', '\t', '|'] as const;

/** Reads CSV with any usual delimiter: quotes may contain it, line breaks, and quotes that are doubled. */
export function parseCsv(text: string): Table {
  const content = text.replace(/^\uFEFF/, '');
  const rows = rowsOf(content, delimiterOf(content)).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [header, ...others] = rows;
  const columns = header?.cells.map((name) => name.trim()) ?? [];
  return {
    columns,
    rows: others.map(({ cells }) => columns.map((_, index) => cells[index]?.trim() ?? '')),
    lines: others.map(({ line }) => line),
  };
}

/** The delimiter that the first line has most of. */
function delimiterOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '');
  const counts = delimiters.map((one) => line.split(one).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

interface Row {
  line: number;
  cells: string[];
}

function rowsOf(text: string, delimiter: string): Row[] {
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.cells.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = { line, cells: [] };
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    if (char === '\n') line += 1;
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
  if (cell !== '' || row.cells.length > 0) endRow();
  return rows;
}
