import { defineModule } from '../../module.js';
import { AnalyticsResolver, WorkspaceAnalyticsResolver } from './analytics.resolver.js';

export { foldAnalytics } from './fold-analytics.js';
export { countRowsSql, recountAnalytics } from './recount-analytics.js';

export const analyticsModule = defineModule({
  name: 'insight/analytics',
  resolvers: [WorkspaceAnalyticsResolver, AnalyticsResolver],
  routes: async () => [(await import('./analytics.routes.js')).routes],
});
