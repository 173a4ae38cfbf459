import {
  GetAgentAnalyticsDocument,
  GetConversationAnalyticsDocument,
  GetDashboardAnalyticsDocument,
  GetFlowAnalyticsDocument,
  GetLeadAnalyticsDocument,
  GetOverviewAnalyticsDocument,
  GetSmsAnalyticsDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /analytics/overview': route({
    operation: GetOverviewAnalyticsDocument,
    summary: 'Get overview analytics',
    data: (result) => result.workspace.analytics?.overview,
  }),
  'GET /analytics/conversations': route({
    operation: GetConversationAnalyticsDocument,
    summary: 'Get conversation analytics',
    data: (result) => result.workspace.analytics?.conversations,
  }),
  'GET /analytics/leads': route({
    operation: GetLeadAnalyticsDocument,
    summary: 'Get lead analytics',
    data: (result) => result.workspace.analytics?.leads,
  }),
  'GET /analytics/flows': route({
    operation: GetFlowAnalyticsDocument,
    summary: 'Get flow analytics',
    data: (result) => result.workspace.analytics?.flows,
  }),
  'GET /analytics/agents': route({
    operation: GetAgentAnalyticsDocument,
    summary: 'Get agent analytics',
    data: (result) => result.workspace.analytics?.agents,
  }),
  'GET /analytics/sms': route({
    operation: GetSmsAnalyticsDocument,
    summary: 'Get SMS analytics',
    data: (result) => result.workspace.analytics?.sms,
  }),
  'GET /analytics/dashboard': route({
    operation: GetDashboardAnalyticsDocument,
    summary: 'Get dashboard analytics',
    data: (result) => result.workspace.analytics,
  }),
});
