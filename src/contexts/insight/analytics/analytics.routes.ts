import {
  AnalyticsAgentsDocument,
  AnalyticsConversationsDocument,
  AnalyticsDashboardDocument,
  AnalyticsFlowsDocument,
  AnalyticsLeadsDocument,
  AnalyticsOverviewDocument,
  AnalyticsSmsDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /analytics/overview': route({
    operation: AnalyticsOverviewDocument,
    summary: 'The main numbers',
    data: (result) => result.workspace.analytics.overview,
  }),
  'GET /analytics/conversations': route({
    operation: AnalyticsConversationsDocument,
    summary: 'Conversations by status and channel, day by day, and how long they take',
    data: (result) => result.workspace.analytics.conversations,
  }),
  'GET /analytics/leads': route({
    operation: AnalyticsLeadsDocument,
    summary: 'Contacts made in the period: how far they came, and where from',
    data: (result) => result.workspace.analytics.leads,
  }),
  'GET /analytics/flows': route({
    operation: AnalyticsFlowsDocument,
    summary: 'Runs: how they ended, which flows ran most, how long they took',
    data: (result) => result.workspace.analytics.flows,
  }),
  'GET /analytics/agents': route({
    operation: AnalyticsAgentsDocument,
    summary: 'What assistants did',
    data: (result) => result.workspace.analytics.agents,
  }),
  'GET /analytics/sms': route({
    operation: AnalyticsSmsDocument,
    summary: 'SMS: what became of them, and why some failed',
    data: (result) => result.workspace.analytics.sms,
  }),
  'GET /analytics/dashboard': route({
    operation: AnalyticsDashboardDocument,
    summary: 'All of analytics but SMS at once',
    data: (result) => result.workspace.analytics,
  }),
});
