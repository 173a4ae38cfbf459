import { hourRange, idAt } from './hour-range.js';
import { kindConditions, type UsageFilters } from './usage-filters.js';
import type { UsageReach } from './usage-reach.js';

/** Events of a time: ids from the first on, without the second, and how many fit the filters. */
export interface UsageSegment {
  from: string;
  until: string;
  events: number;
}

/** How many events fit. */
export async function countUsage(reach: UsageReach, filters: UsageFilters): Promise<number> {
  const { rows } = await countSegments(reach, filters, false);
  return rows.reduce((sum, { events }) => sum + Number(events), 0);
}

/** The same by whole hours and the parts of hours at both ends, oldest first; empty hours are left out. */
export async function segmentUsage(reach: UsageReach, filters: UsageFilters): Promise<UsageSegment[]> {
  const { rows } = await countSegments(reach, filters, true);
  return rows
    .map(({ from, until, hour, events }) => ({
      from: from ?? idAt(Number(hour)),
      until: until ?? idAt(Number(hour) + 3_600_000),
      events: Number(events),
    }))
    .filter(({ events }) => events > 0)
    .sort((left, right) => (left.from < right.from ? -1 : 1));
}

interface SegmentRow {
  /** Of a part of an hour. */
  from: string | null;
  until: string | null;
  /** Milliseconds. */
  hour: number | null;
  events: string;
}

function countSegments(reach: UsageReach, filters: UsageFilters, byHour: boolean) {
  const { fullFrom, fullTo, edges } = hourRange(filters.from, filters.to);
  const { where, values } = kindConditions(filters, 4);
  const kind = [`${reach.column} = $1`, ...where].join(' and ');
  const at = 4 + values.length;
  const hours = ['usage_hours', 'usage_deltas'].map(
    (table) => `select hour, events from ${table} where ${kind} and hour >= $2 and hour < $3`,
  );
  const ofEdges = edges.map(
    (
      _,
      index,
    ) => `select $${at + index * 2}::uuid as "from", $${at + index * 2 + 1}::uuid as until, null::float8 as hour,
      (select count(*) from usage_events where ${kind} and id >= $${at + index * 2} and id < $${at + index * 2 + 1}) as events`,
  );
  const whole = byHour
    ? 'extract(epoch from hour)::float8 * 1000 as hour, sum(events)::bigint as events'
    : 'null::float8 as hour, coalesce(sum(events), 0)::bigint as events';
  const ofHours = `select null::uuid as "from", null::uuid as until, ${whole} from (${hours.join(' union all ')}) h`;
  const text = `/* count_usage */ ${[byHour ? `${ofHours} group by h.hour` : ofHours, ...ofEdges].join(' union all ')}`;
  return reach.sql.query<SegmentRow>(text, [reach.id, fullFrom, fullTo, ...values, ...edges.flat()]);
}
