import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { WebhookRequestInput } from '../../../automation/executions/index.js';
import { receiveCallStatus } from './receive-call-status.js';

@Resolver()
export class CallCallbackResolver {
  @Mutation(() => Boolean, { description: 'Hears from Twilio what becomes of the call that the token names' })
  @Allow({ public: true })
  async receiveCallStatus(
    @Ctx() context: GraphContext,
    @Arg('token', () => String) token: string,
    @Arg('request', () => WebhookRequestInput) request: WebhookRequestInput,
  ): Promise<boolean> {
    await countBadTokens(context, () => receiveCallStatus(context.services, token, request));
    return true;
  }
}
