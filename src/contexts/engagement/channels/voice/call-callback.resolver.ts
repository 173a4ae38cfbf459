import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import { ProviderReport } from '../provider-report.object.js';
import { receiveCallStatus } from './receive-call-status.js';

@Resolver()
export class CallCallbackResolver {
  @Mutation(() => ProviderReport, { description: 'Receive the status of a call from Twilio.' })
  @Allow({ public: true, unaudited: 'Providers report what happens; the message or call records it.' })
  async receiveCallStatus(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, { description: 'The signed token of the callback URL, which identifies the call.' })
    token: string,
    @Arg('request', () => WebhookRequestInput, { description: 'The HTTP request from Twilio, with its signature.' })
    request: WebhookRequestInput,
  ): Promise<ProviderReport> {
    await countBadTokens(context, () => receiveCallStatus(context.services, token, request));
    return { received: true };
  }
}
