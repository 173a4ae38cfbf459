import { hourRange, idAt } from './hour-range.js';
import { kindConditions, type UsageFilters } from './usage-filters.js';
import type { UsageReach } from './usage-reach.js';

/** Events of a time: ids from the first on, without the second, and how many fit the filters. */
export interface UsageSegment {
  from: string;
  until: string;
  events: number;
}

/** How many events fit, by whole hours and the parts of hours at both ends, oldest first; empty hours are left out. */
export async function countUsage(reach: UsageReach, filters: UsageFilters): Promise<UsageSegment[]> {
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
  const { rows } = await reach.sql.query<{
    from: string | null;
    until: string | null;
    hour: number | null;
    events: string;
  }>(
    `/* count_usage */ ${[
      `select null::uuid as "from", null::uuid as until, extract(epoch from hour)::float8 * 1000 as hour, sum(events)::bigint as events from (${hours.join(' union all ')}) h group by hour`,
      ...ofEdges,
    ].join(' union all ')}`,
    [reach.id, fullFrom, fullTo, ...values, ...edges.flat()],
  );
  return rows
    .map(({ from, until, hour, events }) => ({
      from: from ?? idAt(Number(hour)),
      until: until ?? idAt(Number(hour) + 3_600_000),
      events: Number(events),
    }))
    .filter(({ events }) => events > 0)
    .sort((left, right) => (left.from < right.from ? -1 : 1));
}
