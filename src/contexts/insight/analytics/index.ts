import { untilDone } from '../../../platform/work/until-done.js';
import { defineModule } from '../../module.js';
import { AnalyticsResolver, FlowAnalyticsResolver, WorkspaceAnalyticsResolver } from './analytics.resolver.js';
import { analyticsDays, analyticsDeltas, analyticsRecounts, analyticsWeeks } from './counts/analytics-count.entity.js';
import { rollUpAnalytics } from './counts/roll-up-analytics.js';

export { countRowsSql, recountAnalytics } from './counts/recount-analytics.js';
export { rollUpAnalytics } from './counts/roll-up-analytics.js';

export const analyticsModule = defineModule({
  name: 'insight/analytics',
  resolvers: [WorkspaceAnalyticsResolver, AnalyticsResolver, FlowAnalyticsResolver],
  entities: [analyticsDays, analyticsWeeks, analyticsDeltas, analyticsRecounts],
  tasks: [
    ({ db }) => ({
      name: 'analytics rollup',
      everyMs: 2_000,
      work: (signal) => untilDone(() => rollUpAnalytics(db), signal),
    }),
  ],
  routes: async () => [(await import('./analytics.routes.js')).routes],
});
