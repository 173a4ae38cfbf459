import type { GraphQLResolveInfo } from 'graphql';
import { Arg, FieldResolver, ID, Info, Resolver, Root } from 'type-graphql';
import { validationFailed } from '../../../platform/errors/errors.js';
import { Allow } from '../../../platform/graphql/allow.js';
import { isUuid, type Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { analyzeAgents } from './analyze-agents.js';
import { analyzeConversations } from './analyze-conversations.js';
import { analyzeFlows } from './analyze-flows.js';
import { analyzeLeads } from './analyze-leads.js';
import { analyzeOverview } from './analyze-overview.js';
import { analyzeSms } from './analyze-sms.js';
import { analyzeTriggers } from './analyze-triggers.js';
import { periodOf } from './counts/period.js';
import { AgentAnalytics } from './objects/agent-analytics.object.js';
import type { AnalyzedPeriod } from './objects/analyzed-period.object.js';
import { ConversationAnalytics } from './objects/conversation-analytics.object.js';
import { FlowAnalytics, TriggerRuns } from './objects/flow-analytics.object.js';
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
    const days = periodOf(text, scope.services.now(), scope.access.timezone);
    const { workspaceId } = scope;
    const { name: period, from, to } = days;
    return { id: `analytics:${workspaceId}:${from}:${to}`, workspaceId, days, period, from, to };
  }
}

@Resolver(() => WorkspaceAnalytics)
export class AnalyticsResolver {
  @FieldResolver(() => AnalyticsOverview, { description: 'The main numbers.' })
  overview(
    @Root() analytics: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AnalyticsOverview> {
    return withPeriod(analytics, analyzeOverview(scope, analytics.days, requestedFields(info)));
  }

  @FieldResolver(() => ConversationAnalytics, { description: 'Conversations by status, channel and day.' })
  conversations(
    @Root() analytics: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ConversationAnalytics> {
    return withPeriod(analytics, analyzeConversations(scope, analytics.days, requestedFields(info)));
  }

  @FieldResolver(() => LeadAnalytics, { description: 'New contacts by status, source and day.' })
  leads(
    @Root() analytics: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<LeadAnalytics> {
    return withPeriod(analytics, analyzeLeads(scope, analytics.days, requestedFields(info)));
  }

  @FieldResolver(() => FlowAnalytics, { description: 'Executions of flows by outcome, duration and day.' })
  flows(
    @Root() analytics: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<FlowAnalytics> {
    return withPeriod(analytics, analyzeFlows(scope, analytics.days, requestedFields(info)));
  }

  @FieldResolver(() => AgentAnalytics, { description: 'Activity of assistants by day.' })
  agents(
    @Root() analytics: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AgentAnalytics> {
    return withPeriod(analytics, analyzeAgents(scope, analytics.days, requestedFields(info)));
  }

  @FieldResolver(() => SmsAnalytics, { description: 'SMS by outcome and day.' })
  sms(
    @Root() analytics: WorkspaceAnalytics,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<SmsAnalytics> {
    return withPeriod(analytics, analyzeSms(scope, analytics.days, requestedFields(info)));
  }
}

@Resolver(() => FlowAnalytics)
export class FlowAnalyticsResolver {
  @FieldResolver(() => [TriggerRuns], {
    nullable: true,
    description:
      'Executions of one flow by the trigger node that started them, at most 100, the most frequent first. Null without `flowId`; empty without the capability flows:read.',
  })
  byTrigger(
    @Root() { from, to }: FlowAnalytics,
    @CurrentScope() scope: Scope,
    @Arg('flowId', () => ID, { nullable: true, description: 'The ID of the flow.' }) flowId?: string | null,
  ): Promise<TriggerRuns[]> | null {
    if (!flowId) return null;
    if (!isUuid(flowId)) throw validationFailed([{ field: 'flowId', message: 'flowId must be the ID of a flow.' }]);
    return analyzeTriggers(scope, flowId, { from, to });
  }
}

/** Numbers with the days that they are about, and the workspace, of which resolvers of their fields take the scope. */
async function withPeriod<Numbers extends object>(
  { workspaceId, period, from, to }: WorkspaceAnalytics,
  numbers: Promise<Numbers>,
): Promise<Numbers & AnalyzedPeriod & { workspaceId: string }> {
  return { ...(await numbers), workspaceId, period, from, to };
}
