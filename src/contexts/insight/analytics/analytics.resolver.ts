import type { GraphQLResolveInfo } from 'graphql';
import { Arg, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { analyzeAgents } from './analyze-agents.js';
import { analyzeConversations } from './analyze-conversations.js';
import { analyzeFlows } from './analyze-flows.js';
import { analyzeLeads } from './analyze-leads.js';
import { analyzeOverview } from './analyze-overview.js';
import { analyzeSms } from './analyze-sms.js';
import { periodOf } from './counts/period.js';
import { AgentAnalytics } from './objects/agent-analytics.object.js';
import { ConversationAnalytics } from './objects/conversation-analytics.object.js';
import { FlowAnalytics } from './objects/flow-analytics.object.js';
import { LeadAnalytics } from './objects/lead-analytics.object.js';
import { AnalyticsOverview } from './objects/overview.object.js';
import { SmsAnalytics } from './objects/sms-analytics.object.js';
import { WorkspaceAnalytics } from './objects/workspace-analytics.object.js';

@Resolver(() => Workspace)
export class WorkspaceAnalyticsResolver {
  @FieldResolver(() => WorkspaceAnalytics, { description: 'Analytics of the last days.' })
  @Allow('analytics:read')
  analytics(
    @CurrentScope() scope: Scope,
    @Arg('period', () => String, {
      nullable: true,
      description: 'Period up to today: `7d`, `30d` or `90d`. Defaults to `30d`, also for other values.',
    })
    text?: string | null,
  ): WorkspaceAnalytics {
    const period = periodOf(text, scope.services.now(), scope.access.timezone);
    const { workspaceId } = scope;
    const { from, to } = period;
    return { id: `analytics:${workspaceId}:${from}:${to}`, workspaceId, period, from, to };
  }
}

@Resolver(() => WorkspaceAnalytics)
export class AnalyticsResolver {
  @FieldResolver(() => AnalyticsOverview, { description: 'The main numbers.' })
  overview(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AnalyticsOverview> {
    return analyzeOverview(scope, period, requestedFields(info));
  }

  @FieldResolver(() => ConversationAnalytics, { description: 'Conversations by status, channel and day.' })
  conversations(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ConversationAnalytics> {
    return analyzeConversations(scope, period, requestedFields(info));
  }

  @FieldResolver(() => LeadAnalytics, { description: 'New contacts by status, source and day.' })
  leads(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<LeadAnalytics> {
    return analyzeLeads(scope, period, requestedFields(info));
  }

  @FieldResolver(() => FlowAnalytics, { description: 'Executions of flows by outcome, duration and day.' })
  flows(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<FlowAnalytics> {
    return analyzeFlows(scope, period, requestedFields(info));
  }

  @FieldResolver(() => AgentAnalytics, { description: 'Activity of assistants by day.' })
  agents(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AgentAnalytics> {
    return analyzeAgents(scope, period, requestedFields(info));
  }

  @FieldResolver(() => SmsAnalytics, { description: 'SMS by outcome and day.' })
  sms(
    @Root() { period }: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<SmsAnalytics> {
    return analyzeSms(scope, period, requestedFields(info));
  }
}
