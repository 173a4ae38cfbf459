import { firstIdAt } from '../../../../platform/new-id.js';
import { dayMs, type HourRange, hourMs, hourRange } from './hour-range.js';
import { kindConditions, type UsageFilters } from './usage-filters.js';
import type { UsageReach } from './usage-reach.js';
import { sumParts } from './usage-sums.js';

/** The number of matching events in a range of time: IDs from `from`, inclusive, to `until`, exclusive. */
export interface UsageSegment {
  from: string;
  until: string;
  events: number;
  /** The range of time if the segment is a whole day, to split it further. */
  day: { from: Date; to: Date } | null;
}

// Sums of parts, of which there are as many as a range needs, so the statements of this file are not typed.

/** Counts the matching events. */
export async function countUsage(reach: UsageReach, filters: UsageFilters): Promise<number> {
  const range = hourRange(filters.from, filters.to);
  const { parts, edges, values } = statementParts(reach, filters, range);
  // The range is empty, for example because it begins in the future.
  if (parts.length === 0 && edges.length === 0) return 0;
  const counts = edges.map(({ count }) => count);
  const sums = parts.length > 0 ? [`(select coalesce(sum(events), 0) from (${parts.join(' union all ')}) s)`] : [];
  const { rows } = await reach.sql.query<{ events: string }>(
    `/* count_usage */ select (${[...sums, ...counts].join(' + ')})::bigint as events`,
    values,
  );
  return Number(rows[0]?.events ?? 0);
}

/**
 * Counts the matching events by whole days, the hours around them and the parts of hours at both ends, oldest first,
 * without empty segments.
 * @param byDay false to count by hours only
 */
export async function segmentUsage(reach: UsageReach, filters: UsageFilters, byDay = true): Promise<UsageSegment[]> {
  const range = hourRange(filters.from, filters.to, byDay);
  const { parts, edges, values } = statementParts(reach, filters, range);
  const sums = `select null::uuid as "from", null::uuid as until, extract(epoch from at)::float8 * 1000 as at, is_day as "isDay",
      sum(events)::bigint as events from (${parts.join(' union all ')}) s group by s.at, s.is_day`;
  const ends = edges.map(
    ({ from, until, count }) =>
      `select ${from}::uuid as "from", ${until}::uuid as until, null::float8 as at, false as "isDay", ${count} as events`,
  );
  const all = [...(parts.length > 0 ? [sums] : []), ...ends];
  if (all.length === 0) return [];
  const { rows } = await reach.sql.query<SegmentRow>(`/* segment_usage */ ${all.join(' union all ')}`, values);
  return rows
    .map(toSegment)
    .filter(({ events }) => events > 0)
    .sort((left, right) => (left.from < right.from ? -1 : 1));
}

interface SegmentRow {
  /** Set for a part of an hour. */
  from: string | null;
  until: string | null;
  /** Start of the day or hour in milliseconds; null for a part of an hour. */
  at: number | null;
  isDay: boolean;
  events: string;
}

function toSegment({ from, until, at, isDay, events }: SegmentRow): UsageSegment {
  const begin = Number(at);
  const end = begin + (isDay ? dayMs : hourMs);
  return {
    from: from ?? firstIdAt(begin),
    until: until ?? firstIdAt(end),
    events: Number(events),
    day: isDay ? { from: new Date(begin), to: new Date(end - 1) } : null,
  };
}

function statementParts(reach: UsageReach, filters: UsageFilters, range: HourRange) {
  const kind = kindConditions(filters, 2);
  const values: unknown[] = [reach.id, ...kind.values];
  const where = [`${reach.column} = $1`, ...kind.where].join(' and ');
  const parts = sumParts(range, 'events', where, values);
  const edges = range.edges.map(([first, end]) => {
    const [from, until] = [`$${values.push(first)}`, `$${values.push(end)}`];
    return {
      from,
      until,
      count: `(select count(*) from usage_events where ${where} and id >= ${from} and id < ${until})`,
    };
  });
  return { parts, edges, values };
}
