import type { GraphQLResolveInfo } from 'graphql';
import { Arg, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { AgentAnalytics } from './agent-analytics.object.js';
import { analyzeAgents } from './analyze-agents.js';
import { analyzeConversations } from './analyze-conversations.js';
import { analyzeFlows } from './analyze-flows.js';
import { analyzeLeads } from './analyze-leads.js';
import { analyzeOverview } from './analyze-overview.js';
import { analyzeSms } from './analyze-sms.js';
import { ConversationAnalytics } from './conversation-analytics.object.js';
import { FlowAnalytics } from './flow-analytics.object.js';
import { LeadAnalytics } from './lead-analytics.object.js';
import { AnalyticsOverview } from './overview.object.js';
import { periodOf } from './period.js';
import { SmsAnalytics } from './sms-analytics.object.js';
import { WorkspaceAnalytics } from './workspace-analytics.object.js';

@Resolver(() => Workspace)
export class WorkspaceAnalyticsResolver {
  @FieldResolver(() => WorkspaceAnalytics)
  @Allow('analytics:read')
  analytics(
    @CurrentScope() scope: Scope,
    @Arg('period', () => String, { nullable: true, description: '7d, 30d or 90d; anything else counts as 30d' })
    text?: string | null,
  ): WorkspaceAnalytics {
    const period = periodOf(text, scope.services.now(), scope.access.timezone);
    return { workspaceId: scope.workspaceId, period, from: period.from, to: period.to };
  }
}

@Resolver(() => WorkspaceAnalytics)
export class AnalyticsResolver {
  @FieldResolver(() => AnalyticsOverview)
  overview(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AnalyticsOverview> {
    return analyzeOverview(scope, period, requestedFields(info));
  }

  @FieldResolver(() => ConversationAnalytics)
  conversations(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ConversationAnalytics> {
    return analyzeConversations(scope, period, requestedFields(info));
  }

  @FieldResolver(() => LeadAnalytics)
  leads(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<LeadAnalytics> {
    return analyzeLeads(scope, period, requestedFields(info));
  }

  @FieldResolver(() => FlowAnalytics)
  flows(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<FlowAnalytics> {
    return analyzeFlows(scope, period, requestedFields(info));
  }

  @FieldResolver(() => AgentAnalytics)
  agents(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AgentAnalytics> {
    return analyzeAgents(scope, period, requestedFields(info));
  }

  @FieldResolver(() => SmsAnalytics)
  sms(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<SmsAnalytics> {
    return analyzeSms(scope, period, requestedFields(info));
  }
}
