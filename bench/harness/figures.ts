/** The median; for an even count the upper of the two middle values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Formats a number, with more decimal places for smaller numbers. */
export function show(value: number): string {
  if (Number.isNaN(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** `p50/p99` of some milliseconds. */
export function showLatency(values: readonly number[]): string {
  return `${show(median(values))}/${show(percentile(values, 0.99))}`;
}

export type FigureRow = (string | number)[];

/** A Markdown table with padded columns, so that it is readable in a terminal too. */
export function table(head: string[], rows: FigureRow[]): string {
  const cells = [head, ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? show(cell) : cell)))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: string[]) => `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(cells[0] ?? []), rule, ...cells.slice(1).map(line)].join('\n');
}
