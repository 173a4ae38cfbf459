import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { WebhookRequestInput } from '../../../automation/executions/index.js';
import { answerChallenge, receiveWhatsapp } from './receive-whatsapp.js';

const whose = { nullable: true, description: "Whose own account it is; left out: the server's" };

@Resolver()
export class WhatsappCallbackResolver {
  @Mutation(() => Boolean, {
    description:
      "Hears from WhatsApp what became of messages and what contacts wrote; the request carries the app's signature",
  })
  @Allow({ public: true })
  async receiveWhatsapp(
    @Ctx() context: GraphContext,
    @Arg('request', () => WebhookRequestInput) request: WebhookRequestInput,
    @Arg('workspaceId', () => ID, whose) workspaceId?: string | null,
  ): Promise<boolean> {
    await countBadTokens(context, () => receiveWhatsapp(context.services, workspaceId ?? null, request));
    return true;
  }

  @Query(() => String, { description: "Answers the handshake of WhatsApp's webhooks" })
  @Allow({ public: true })
  verifyWhatsappWebhook(
    @Ctx() context: GraphContext,
    @Arg('mode', () => String) mode: string,
    @Arg('verifyToken', () => String) verifyToken: string,
    @Arg('challenge', () => String) challenge: string,
    @Arg('workspaceId', () => ID, whose) workspaceId?: string | null,
  ): Promise<string> {
    const asked = { mode, verifyToken, challenge };
    return countBadTokens(context, () => answerChallenge(context.services, workspaceId ?? null, asked));
  }
}
