import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { WebhookRequestInput } from '../../../automation/executions/index.js';
import { receiveSms } from './receive-sms.js';
import { receiveTwilioStatus } from './receive-twilio-status.js';

const whose = { nullable: true, description: "Whose own account it is; left out: the server's" };

@Resolver()
export class SmsCallbackResolver {
  @Mutation(() => Boolean, { description: 'Hears from Twilio what became of the message that the token names' })
  @Allow({ public: true })
  async receiveSmsStatus(
    @Ctx() context: GraphContext,
    @Arg('token', () => String) token: string,
    @Arg('request', () => WebhookRequestInput) request: WebhookRequestInput,
  ): Promise<boolean> {
    await countBadTokens(context, () => receiveTwilioStatus(context.services, token, request));
    return true;
  }

  @Mutation(() => Boolean, { description: 'Hears from Twilio that somebody wrote; the request carries its signature' })
  @Allow({ public: true })
  async receiveSms(
    @Ctx() context: GraphContext,
    @Arg('request', () => WebhookRequestInput) request: WebhookRequestInput,
    @Arg('workspaceId', () => ID, whose) workspaceId?: string | null,
  ): Promise<boolean> {
    await countBadTokens(context, () => receiveSms(context.services, workspaceId ?? null, request));
    return true;
  }
}
