/** A row of a sheet: what stands below each heading, and its number in the sheet. */
export type Row = Record<string, unknown> & { rowNumber: number };

/**
 * The rows of a sheet by the texts of the first one; those without any value are left out. A column without a heading is
 * called by its number: `column3`.
 */
export function rowsOf(list: readonly unknown[]): Row[] {
  const [first, ...rest] = list.filter(Array.isArray) as unknown[][];
  const headings = (first ?? []).map((one) => String(one ?? '').trim());
  return rest.flatMap((cells, index) => {
    if (cells.every((cell) => cell === '' || cell === null)) return [];
    const width = Math.max(headings.length, cells.length);
    const values = Array.from({ length: width }, (_, at) => [headings[at] || `column${at + 1}`, cells[at] ?? '']);
    return [{ ...Object.fromEntries(values), rowNumber: index + 2 }];
  });
}
