import type { Scope } from '../../../platform/graphql/context.js';
import { type Days, type Period, weeksIn } from './period.js';

/** What is counted; see the migration that creates analytics_days. */
export type Metric =
  | 'run'
  | 'run.flow'
  | 'run.trigger'
  | 'run.duration'
  | 'contact'
  | 'contact.source'
  | 'conversation'
  | 'conversation.channel'
  | 'conversation.resolved'
  | 'session'
  | 'message'
  | 'appointment'
  | 'sms'
  | 'sms.failure';

/** What the counts lack yet, day by day. $1 to $3 as below. */
const lacking = `(
  select m.metric, (d.at at time zone $3)::date as day, m.dim, d.n, d.total
  from analytics_deltas d cross join lateral unnest(d.metrics, d.dims) as m(metric, dim)
  where d.workspace_id = $1 and m.metric = any($2) and m.dim is not null
) l`;

/**
 * Counts of days, and what they lack yet, in one statement: exact whenever folding happens. $1: the workspace, $2: metrics,
 * $3: its time zone.
 */
const counts = `(
  select metric, day, dim, n, total from analytics_days where workspace_id = $1 and metric = any($2)
  union all
  select metric, day, dim, n, total from ${lacking}
) c`;

export interface Count {
  metric: Metric;
  dim: string;
  n: number;
  /** Milliseconds. */
  total: number;
}

/** How often each metric was counted in some days, by what it is told apart: from the counts of whole weeks, and of the days around them. */
export async function readCounts(scope: Scope, metrics: readonly Metric[], period: Days): Promise<Count[]> {
  const { weeks, days } = weeksIn(period);
  const values: unknown[] = [scope.workspaceId, metrics, scope.access.timezone];
  const bound = (day: string) => `$${values.push(day)}::date`;
  const own = 'workspace_id = $1 and metric = any($2)';
  const parts = [
    ...(weeks
      ? [`analytics_weeks where ${own} and week >= ${bound(weeks.from)} and week < ${bound(weeks.until)}`]
      : []),
    ...days.map(({ from, to }) => `analytics_days where ${own} and day between ${bound(from)} and ${bound(to)}`),
    `${lacking} where day between ${bound(period.from)} and ${bound(period.to)}`,
  ];
  const { rows } = await scope.sql.query<Count>(
    `/* read_counts */ select metric, dim, sum(n)::float8 as n, sum(total)::float8 as total
     from (${parts.map((part) => `select metric, dim, n, total from ${part}`).join(' union all ')}) c
     group by metric, dim having sum(n) <> 0`,
    values,
  );
  return rows;
}

export interface DayCount {
  metric: Metric;
  day: string;
  dim: string;
  n: number;
}

/** The same for each day. @param splits metrics that are told apart; of the others `dim` is empty */
export async function readDailyCounts(
  scope: Scope,
  metrics: readonly Metric[],
  splits: readonly Metric[],
  { from, to }: Days,
): Promise<DayCount[]> {
  const { rows } = await scope.sql.query<DayCount>(
    `/* read_daily_counts */ select metric, to_char(day, 'YYYY-MM-DD') as day, case when metric = any($6) then dim else '' end as dim,
       sum(n)::float8 as n
     from ${counts} where day between $4 and $5 group by metric, day, 3 having sum(n) <> 0`,
    [scope.workspaceId, metrics, scope.access.timezone, from, to, splits],
  );
  return rows;
}

/** A number ever since, in a period, and in the period before. */
export interface Trend {
  ever: number;
  now: number;
  before: number;
}

/** Trends of metrics. @param sinceEver whether `ever` is wanted: else only the two periods are read */
export async function readTrends(
  scope: Scope,
  metrics: readonly Metric[],
  { from, to, before }: Period,
  sinceEver: boolean,
): Promise<Map<Metric, Trend>> {
  const { rows } = await scope.sql.query<Trend & { metric: Metric }>(
    `/* read_trends */ select metric, sum(n)::float8 as ever,
       coalesce(sum(n) filter (where day between $4 and $5), 0)::float8 as now,
       coalesce(sum(n) filter (where day between $6 and $7), 0)::float8 as before
     from ${counts} where (metric <> 'run' or dim = 'started')${sinceEver ? '' : ' and day >= $6'} group by metric`,
    [scope.workspaceId, metrics, scope.access.timezone, from, to, before.from, before.to],
  );
  return new Map(rows.map(({ metric, ...trend }) => [metric, trend]));
}

/** The change against the period before as a part of it: 0.5 is half as many more. Null where there is nothing to compare with. */
export function changeOf({ now, before }: Trend): number | null {
  if (before === 0) return now === 0 ? 0 : null;
  return rounded((now - before) / before);
}

/** A part of a whole; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded(part / whole);
}

export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
