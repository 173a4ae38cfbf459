/** One row of CSV. */
export const csvRow = (row: readonly string[]): string =>
  `${row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
