import type { Scope } from '../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import { countsByDim, mostFrequent, timelineOf } from './counts/arrange-counts.js';
import type { Period } from './counts/period.js';
import { type Metric, readCounts, readDailyCounts, shareOf } from './counts/read-counts.js';
import type { NumbersOf } from './objects/analyzed-period.object.js';
import type { LeadAnalytics } from './objects/lead-analytics.object.js';

const statuses = ['lead', 'qualified', 'customer', 'lost'];
const maxSources = 50;

/** Analyzes contacts created in a period, by status, source and day. Reads only the requested fields. */
export async function analyzeLeads(
  scope: Scope,
  period: Period,
  fields: RequestedFields,
): Promise<NumbersOf<LeadAnalytics>> {
  const metrics: Metric[] = [
    ...(fields.has('funnel') ? (['contact'] as const) : []),
    ...(fields.has('sources') && scope.access.capabilities.has('contacts:read') ? (['contact.source'] as const) : []),
  ];
  const [counts, days] = await Promise.all([
    metrics.length > 0 ? readCounts(scope, metrics, period) : [],
    fields.has('timeline') ? readDailyCounts(scope, ['contact'], [], period) : [],
  ]);
  const byStatus = countsByDim(counts, 'contact');
  const all = [...byStatus.values()].reduce((sum, n) => sum + n, 0);
  return {
    funnel: statuses.map((status) => {
      const count = byStatus.get(status) ?? 0;
      return { status, count, rate: shareOf(count, all) };
    }),
    sources: mostFrequent(countsByDim(counts, 'contact.source'), maxSources).map(([source, count]) => ({
      source: source || null,
      count,
    })),
    timeline: timelineOf(period, days, (of) => ({ count: of('contact') })),
  };
}
