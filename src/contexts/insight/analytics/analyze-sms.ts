import type { Scope } from '../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import { countsByDim, mostFrequent, timelineOf } from './counts/arrange-counts.js';
import type { Period } from './counts/period.js';
import { type Metric, readCounts, readDailyCounts, shareOf } from './counts/read-counts.js';
import type { NumbersOf } from './objects/analyzed-period.object.js';
import type { SmsAnalytics } from './objects/sms-analytics.object.js';

const maxReasons = 20;

/** Analyzes the SMS of a period by outcome and reason of failure. Reads only the requested fields. */
export async function analyzeSms(
  scope: Scope,
  period: Period,
  fields: RequestedFields,
): Promise<NumbersOf<SmsAnalytics>> {
  const totals = ['sent', 'delivered', 'failed', 'errorRate'].some((field) => fields.has(field));
  const metrics: Metric[] = [
    ...(totals ? (['sms'] as const) : []),
    ...(fields.has('failureReasons') ? (['sms.failure'] as const) : []),
  ];
  const [counts, days] = await Promise.all([
    metrics.length > 0 ? readCounts(scope, metrics, period) : [],
    fields.has('timeline') ? readDailyCounts(scope, ['sms'], ['sms'], period) : [],
  ]);
  const byStatus = countsByDim(counts, 'sms');
  const { sent, delivered, failed } = smsOf((status) => byStatus.get(status) ?? 0);
  return {
    sent,
    delivered,
    failed,
    errorRate: shareOf(failed, sent + failed),
    failureReasons: mostFrequent(countsByDim(counts, 'sms.failure'), maxReasons).map(([reason, count]) => ({
      reason,
      count,
    })),
    timeline: timelineOf(period, days, (of) => smsOf((status) => of('sms', status))),
  };
}

/** Delivered SMS count as sent, too. */
function smsOf(count: (status: string) => number): { sent: number; delivered: number; failed: number } {
  const delivered = count('delivered');
  return { sent: count('sent') + delivered, delivered, failed: count('failed') };
}
