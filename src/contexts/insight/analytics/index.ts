import { AnalyticsResolver, WorkspaceAnalyticsResolver } from './analytics.resolver.js';

export { foldAnalytics } from './fold-analytics.js';
export { countRowsSql, recountAnalytics } from './recount-analytics.js';

export const analyticsResolvers = [WorkspaceAnalyticsResolver, AnalyticsResolver];
