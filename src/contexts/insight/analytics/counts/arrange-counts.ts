import { type Days, daysIn } from './period.js';
import type { Count, DayCount, Metric } from './read-counts.js';

/** The counts of a metric by dimension. */
export function countsByDim(counts: readonly Count[], metric: Metric): Map<string, number> {
  return new Map(counts.filter((count) => count.metric === metric).map(({ dim, n }) => [dim, n]));
}

/** One entry for each day, including days without counts. */
export function timelineOf<Entry extends object>(
  days: Days,
  counts: readonly DayCount[],
  entry: (of: (metric: Metric, dim?: string) => number) => Entry,
): (Entry & { date: string })[] {
  const byKey = new Map(counts.map(({ metric, day, dim, n }) => [`${metric} ${day} ${dim}`, n]));
  return daysIn(days).map((date) => ({
    date,
    ...entry((metric, dim = '') => byKey.get(`${metric} ${date} ${dim}`) ?? 0),
  }));
}

/** The most frequent first, ties by name. */
export function mostFrequent(counts: Map<string, number>, limit: number): [string, number][] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, limit);
}
