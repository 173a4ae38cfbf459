import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import { ProviderReport } from '../provider-report.object.js';
import { answerChallenge, receiveWhatsapp } from './receive-whatsapp.js';

const owner = { nullable: true, description: "The workspace whose own Meta app it is. Defaults to the server's app." };

@Resolver()
export class WhatsappCallbackResolver {
  @Mutation(() => ProviderReport, {
    description: 'Receive delivery statuses and inbound messages from the WhatsApp Cloud API.',
  })
  @Allow({ public: true, unaudited: 'Providers report what happens; the message or call records it.' })
  async receiveWhatsapp(
    @Ctx() context: GraphContext,
    @Arg('request', () => WebhookRequestInput, { description: 'The HTTP request from Meta, with its signature.' })
    request: WebhookRequestInput,
    @Arg('workspaceId', () => ID, owner) workspaceId?: string | null,
  ): Promise<ProviderReport> {
    await countBadTokens(context, () => receiveWhatsapp(context.services, workspaceId ?? null, request));
    return { received: true };
  }

  @Query(() => String, { description: "Verify the WhatsApp webhook: the response to Meta's verification request." })
  @Allow({ public: true })
  verifyWhatsappWebhook(
    @Ctx() context: GraphContext,
    @Arg('mode', () => String, { description: '`hub.mode` of the request, must be subscribe.' }) mode: string,
    @Arg('verifyToken', () => String, { description: '`hub.verify_token` of the request.' }) verifyToken: string,
    @Arg('challenge', () => String, { description: '`hub.challenge` of the request, which is returned.' })
    challenge: string,
    @Arg('workspaceId', () => ID, owner) workspaceId?: string | null,
  ): Promise<string> {
    const request = { mode, verifyToken, challenge };
    return countBadTokens(context, () => answerChallenge(context.services, workspaceId ?? null, request));
  }
}
