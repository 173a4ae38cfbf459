import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import { ProviderReport } from '../provider-report.object.js';
import { receiveSms } from './receive-sms.js';
import { receiveTwilioStatus } from './receive-twilio-status.js';

const owner = {
  nullable: true,
  description: "The workspace with the Twilio account that carried the message. Defaults to the server's account.",
};
const fromTwilio = { description: 'The HTTP request from Twilio, with its signature.' };

@Resolver()
export class SmsCallbackResolver {
  @Mutation(() => ProviderReport, { description: 'Receive the delivery status of an SMS from Twilio.' })
  @Allow({ public: true, unaudited: 'Providers report what happens; the message or call records it.' })
  async receiveSmsStatus(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, { description: 'The signed token of the callback URL, which identifies the message.' })
    token: string,
    @Arg('request', () => WebhookRequestInput, fromTwilio) request: WebhookRequestInput,
  ): Promise<ProviderReport> {
    await countBadTokens(context, () => receiveTwilioStatus(context.services, token, request));
    return { received: true };
  }

  @Mutation(() => ProviderReport, { description: 'Receive an inbound SMS from Twilio.' })
  @Allow({ public: true, unaudited: 'Providers report what happens; the message or call records it.' })
  async receiveSms(
    @Ctx() context: GraphContext,
    @Arg('request', () => WebhookRequestInput, fromTwilio) request: WebhookRequestInput,
    @Arg('workspaceId', () => ID, owner) workspaceId?: string | null,
  ): Promise<ProviderReport> {
    await countBadTokens(context, () => receiveSms(context.services, workspaceId ?? null, request));
    return { received: true };
  }
}
