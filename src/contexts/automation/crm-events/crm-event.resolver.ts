import { Arg, FieldResolver, ID, Mutation, Resolver } from 'type-graphql';
import { type CrmEventType, crmEventTypes } from '../../../nodes/index.js';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { type PublishedEvent, publishCustomEvent } from '../executions/index.js';
import { contentRules, Flow } from '../flows/index.js';
import { CrmEventTypeEntry, SubscribeFlowInput } from './crm-event.input.js';
import { PublishEventInput, PublishedEventAnswer } from './publish-event.input.js';
import { subscribeFlow, unsubscribeFlow } from './subscribe-flow.js';

@Resolver(() => Workspace)
export class WorkspaceCrmEventsResolver {
  @FieldResolver(() => [CrmEventTypeEntry], { description: 'The types of CRM events that can start flows.' })
  @Allow('crmEvents:read')
  crmEventTypes(): readonly CrmEventType[] {
    return crmEventTypes;
  }
}

@Resolver()
export class CrmEventMutations {
  @Mutation(() => PublishedEventAnswer, {
    description:
      'Publish an event: it starts the flows that subscribe to its type, continues the steps that wait for it, and is sent to webhooks.',
  })
  @Allow('crmEvents:write')
  publishEvent(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => PublishEventInput) input: PublishEventInput,
  ): Promise<PublishedEvent> {
    return publishCustomEvent(scope, input);
  }

  @Mutation(() => Flow, {
    description: 'Subscribe a flow to a CRM event. The event replaces the previous trigger of the flow.',
  })
  @Allow({ capability: ['crmEvents:write', 'flows:write'] })
  @Refuses('REQUIRED_WITH', 'NOT_ALLOWED_WITH', 'REFERENCE_UNKNOWN', ...contentRules)
  subscribeFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('input', () => SubscribeFlowInput) input: SubscribeFlowInput,
  ): Promise<Flow> {
    return subscribeFlow(scope, flowId, input);
  }

  @Mutation(() => Flow, {
    description: 'Unsubscribe a flow from its CRM event. The trigger of the flow becomes `manual`.',
  })
  @Allow({ capability: ['crmEvents:write', 'flows:write'] })
  unsubscribeFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
  ): Promise<Flow> {
    return unsubscribeFlow(scope, flowId);
  }
}
