import type { HourRange, Span } from './hour-range.js';

/**
 * The sums of a range as parts of a union: those of its whole days, of the hours around them, and the deltas that are not
 * rolled up yet. Each row has `at`, the start of its day or hour, and `is_day`.
 * @param columns further columns, by their names in the tables of sums
 * @param where a condition for all parts
 * @param values of the statement, to which those of the parts are added
 */
export function sumParts(range: HourRange, columns: string, where: string, values: unknown[]): string[] {
  const { full, days, hours } = range;
  if (!full) return [];
  const within = (column: string, [from, until]: Span) =>
    `${column} >= $${values.push(from)} and ${column} < $${values.push(until)}`;
  const inDays = days ? `(${within('hour', days)})` : 'false';
  return [
    ...(days
      ? [`select day as at, true as is_day, ${columns} from usage_days where ${where} and ${within('day', days)}`]
      : []),
    ...hours.map(
      (span) =>
        `select hour as at, false as is_day, ${columns} from usage_hours where ${where} and ${within('hour', span)}`,
    ),
    `select case when ${inDays} then date_trunc('day', hour, 'UTC') else hour end as at, ${inDays} as is_day, ${columns}
     from usage_deltas where ${where} and ${within('hour', full)}`,
  ];
}
