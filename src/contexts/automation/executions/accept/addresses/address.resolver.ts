import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { catalogue } from '../../../../../nodes/index.js';
import { Allow } from '../../../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../../platform/graphql/current-scope.js';
import { countBadTokens } from '../../../../../platform/graphql/limits/count-request.js';
import { WebhookRequestInput } from '../../../../../platform/graphql/webhook-request.input.js';
import { stepAddress } from '../../run/step-address.js';
import { Step } from '../../store/step.object.js';
import { ReceivedCallback } from './address.object.js';
import { receiveCallback } from './receive-callback.js';

type WaitingStep = Pick<Step, 'nodeId' | 'nodeType' | 'iteration' | 'status'> & { executionId: string };

@Resolver(() => Step)
export class StepAddressResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'URL that continues the step, once, for anyone who has it. Set while a step waits for a callback, for callers with `flows:execute`',
  })
  callbackUrl(@Root() step: WaitingStep, @CurrentScope() scope: Scope): string | null {
    const { executionId, nodeId, nodeType, iteration, status } = step;
    const path = catalogue.get(nodeType)?.address;
    if (!path || status !== 'waiting' || !scope.access.capabilities.has('flows:execute')) return null;
    const { workspaceId } = scope;
    return stepAddress(scope.services.settings, { workspaceId, executionId, nodeId, iteration: iteration ?? '', path });
  }
}

@Resolver()
export class AddressMutations {
  @Mutation(() => ReceivedCallback, {
    description:
      'Continue the step that waits for a callback at an address. Each address can be called once. A GET continues it only if it accepts `application/json`; others get a page that asks first',
  })
  @Allow({ public: true, unaudited: 'The step that it continues records it.' })
  async receiveCallback(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, { description: 'The last part of the address' }) token: string,
    @Arg('request', () => WebhookRequestInput, {
      description: 'The HTTP request, whose method, query, headers and body are the output of the step',
    })
    request: WebhookRequestInput,
  ): Promise<ReceivedCallback> {
    return countBadTokens(context, () => receiveCallback(context.services, token, request));
  }
}
