import type { Scope } from '../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import type { Period } from './counts/period.js';
import { changeOf, type Metric, readTrends, type Trend } from './counts/read-counts.js';
import type { NumbersOf } from './objects/analyzed-period.object.js';
import type { AnalyticsOverview, RecordTrend } from './objects/overview.object.js';

const nothing: Trend = { total: 0, now: 0, before: 0 };
const metricOf = { contacts: 'contact', conversations: 'conversation', messages: 'message' } as const;

/** Reads the main numbers, only for the requested fields. */
export async function analyzeOverview(
  scope: Scope,
  period: Period,
  fields: RequestedFields,
): Promise<NumbersOf<AnalyticsOverview>> {
  const parts = Object.entries(metricOf).filter(([part]) => fields.has(part));
  const metrics: Metric[] = parts.map(([, metric]) => metric);
  if (fields.below('flows').has('executions')) metrics.push('run');
  if (fields.below('agents').has('sessions')) metrics.push('session');
  if (fields.below('appointments').has('total')) metrics.push('appointment');
  const withTotals = metrics.includes('appointment') || parts.some(([part]) => fields.below(part).has('total'));
  const [trends, records] = await Promise.all([
    metrics.length > 0 ? readTrends(scope, metrics, period, withTotals) : new Map<Metric, Trend>(),
    countRecords(scope, fields),
  ]);
  const trend = (metric: Metric) => trends.get(metric) ?? nothing;
  return {
    contacts: recordsOf(trend('contact')),
    conversations: recordsOf(trend('conversation')),
    messages: recordsOf(trend('message')),
    flows: { total: records.flows, active: records.activeFlows, executions: trend('run').now },
    agents: { total: records.agents, active: records.activeAgents, sessions: trend('session').now },
    appointments: { total: trend('appointment').total, upcoming: records.upcoming },
  };
}

function recordsOf(trend: Trend): RecordTrend {
  return { total: trend.total, new: trend.now, change: changeOf(trend) };
}

/** Counted directly, in one statement: there are few rows, or a partial index. Not typed, because of what is requested only. */
const recordCounts = {
  flows: ['flows', 'total', '(select count(*) from flows where workspace_id = $1)'],
  activeFlows: ['flows', 'active', '(select count(*) from flows where workspace_id = $1 and is_active)'],
  agents: ['agents', 'total', '(select count(*) from agents where workspace_id = $1)'],
  activeAgents: ['agents', 'active', '(select count(*) from agents where workspace_id = $1 and is_active)'],
  upcoming: [
    'appointments',
    'upcoming',
    `(select count(*) from calendar_events where workspace_id = $1 and starts_at >= $2 and status = 'scheduled')`,
  ],
} as const;
type RecordCounts = Record<keyof typeof recordCounts, number>;

async function countRecords(scope: Scope, fields: RequestedFields): Promise<RecordCounts> {
  const counts: RecordCounts = { flows: 0, activeFlows: 0, agents: 0, activeAgents: 0, upcoming: 0 };
  const requested = Object.entries(recordCounts).filter(([, [part, field]]) => fields.below(part).has(field));
  if (requested.length === 0) return counts;
  const columns = requested.map(([name, [, , count]]) => `${count}::float8 as "${name}"`).join(', ');
  // $2 is used in every case, so that all variants of the statement have the same parameters.
  const { rows } = await scope.reads.query<Partial<RecordCounts>>(
    `/* count_records */ select ${columns} where $2::timestamptz is not null`,
    [scope.workspaceId, scope.services.now()],
  );
  return { ...counts, ...rows[0] };
}
