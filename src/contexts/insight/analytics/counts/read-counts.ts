import type { Scope } from '../../../../platform/graphql/context.js';
import { type Days, type Period, weeksIn } from './period.js';

/** The metrics; see the migration that creates analytics_days. */
export type Metric =
  | 'run'
  | 'run.flow'
  | 'run.trigger'
  /** Of one flow, by its trigger nodes: a metric of its own, so that it is found without those of other flows. */
  | `run.triggers:${string}`
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

// Sums of parts, which share their texts, so the statements of this file are not typed.

/** Deltas that are not rolled up yet, by day. $1 to $3 as below. */
const deltas = `(
  select m.metric, (d.at at time zone $3)::date as day, m.dim, d.n, d.total
  from analytics_deltas d cross join lateral unnest(d.metrics, d.dims) as m(metric, dim)
  where d.workspace_id = $1 and m.metric = any($2) and m.dim is not null
) l`;

/**
 * Counts of days and deltas in one statement, so that they are exact at any time of a rollup. $1: the workspace, $2:
 * metrics, $3: its time zone.
 */
const counts = `(
  select metric, day, dim, n, total from analytics_days where workspace_id = $1 and metric = any($2)
  union all
  select metric, day, dim, n, total from ${deltas}
) c`;

export interface Count {
  metric: Metric;
  dim: string;
  n: number;
  /** Sum of durations in milliseconds. */
  total: number;
}

/** Reads metrics of a period by dimension, from the counts of whole weeks and of the days around them. */
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
    `${deltas} where day between ${bound(period.from)} and ${bound(period.to)}`,
  ];
  const { rows } = await scope.reads.query<Count>(
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

/** Reads metrics by day. @param splits metrics to split by dimension; for the others `dim` is empty */
export async function readDailyCounts(
  scope: Scope,
  metrics: readonly Metric[],
  splits: readonly Metric[],
  { from, to }: Days,
): Promise<DayCount[]> {
  const { rows } = await scope.reads.query<DayCount>(
    `/* read_daily_counts */ select metric, to_char(day, 'YYYY-MM-DD') as day, case when metric = any($6) then dim else '' end as dim,
       sum(n)::float8 as n
     from ${counts} where day between $4 and $5 group by metric, day, 3 having sum(n) <> 0`,
    [scope.workspaceId, metrics, scope.access.timezone, from, to, splits],
  );
  return rows;
}

/** A count in total, in a period, and in the period before. */
export interface Trend {
  total: number;
  now: number;
  before: number;
}

/** Reads trends of metrics. @param withTotals whether `total` is needed; otherwise only the two periods are read */
export async function readTrends(
  scope: Scope,
  metrics: readonly Metric[],
  { from, to, before }: Period,
  withTotals: boolean,
): Promise<Map<Metric, Trend>> {
  const { rows } = await scope.reads.query<Trend & { metric: Metric }>(
    `/* read_trends */ select metric, sum(n)::float8 as total,
       coalesce(sum(n) filter (where day between $4 and $5), 0)::float8 as now,
       coalesce(sum(n) filter (where day between $6 and $7), 0)::float8 as before
     from ${counts} where (metric <> 'run' or dim = 'started')${withTotals ? '' : ' and day >= $6'} group by metric`,
    [scope.workspaceId, metrics, scope.access.timezone, from, to, before.from, before.to],
  );
  return new Map(rows.map(({ metric, ...trend }) => [metric, trend]));
}

/** The change against the period before as a fraction: 0.5 is 50 % more. Null if there were none before. */
export function changeOf({ now, before }: Trend): number | null {
  if (before === 0) return now === 0 ? 0 : null;
  return rounded((now - before) / before);
}

/** The share of a part in a whole; 0 if the whole is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded(part / whole);
}

export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
