import type { Scope } from '../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import { countsByDim, timelineOf } from './counts/arrange-counts.js';
import { durationsOf } from './counts/durations.js';
import type { Period } from './counts/period.js';
import { type Metric, readCounts, readDailyCounts, rounded } from './counts/read-counts.js';
import type { NumbersOf } from './objects/analyzed-period.object.js';
import type { ConversationAnalytics } from './objects/conversation-analytics.object.js';

const statuses = ['open', 'pending', 'resolved'];
const channels = ['whatsapp', 'sms', 'email', 'webchat', 'voice'];
const minuteMs = 60_000;
const metricOf = {
  byStatus: 'conversation',
  byChannel: 'conversation.channel',
  resolutionTime: 'conversation.resolved',
} as const;

/** Analyzes conversations by status, channel, day and resolution time. Reads only the requested fields. */
export async function analyzeConversations(
  scope: Scope,
  period: Period,
  fields: RequestedFields,
): Promise<NumbersOf<ConversationAnalytics>> {
  const metrics: Metric[] = Object.entries(metricOf).flatMap(([part, metric]) => (fields.has(part) ? [metric] : []));
  const daily: Metric[] = ['conversation', 'conversation.resolved'];
  const [counts, days] = await Promise.all([
    metrics.length > 0 ? readCounts(scope, metrics, period) : [],
    fields.has('timeline') ? readDailyCounts(scope, daily, [], period) : [],
  ]);
  const count = (metric: Metric) => countsByDim(counts, metric);
  const { average, percentile } = durationsOf(counts.filter(({ metric }) => metric === 'conversation.resolved'));
  const minutes = (ms: number) => rounded(ms / minuteMs);
  return {
    byStatus: statuses.map((status) => ({ status, count: count('conversation').get(status) ?? 0 })),
    byChannel: channels.map((channel) => ({ channel, count: count('conversation.channel').get(channel) ?? 0 })),
    timeline: timelineOf(period, days, (of) => ({
      opened: of('conversation'),
      resolved: of('conversation.resolved'),
    })),
    resolutionTime: {
      averageMinutes: minutes(average),
      p50Minutes: minutes(percentile(0.5)),
      p90Minutes: minutes(percentile(0.9)),
    },
  };
}
