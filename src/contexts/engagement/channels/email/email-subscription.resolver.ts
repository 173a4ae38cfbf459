import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { EmailSubscription } from './email-subscription.object.js';
import { readSubscription, unsubscribe } from './unsubscribe.js';

const ofLink = { description: 'The token of the unsubscribe link, after `?token=`.' };

@Resolver()
export class EmailSubscriptionResolver {
  @Query(() => EmailSubscription, {
    description: 'Get the email subscription that an unsubscribe link stands for, without signing in. Changes nothing.',
  })
  @Allow({ public: true })
  emailSubscription(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, ofLink) token: string,
  ): Promise<EmailSubscription> {
    return countBadTokens(context, () => readSubscription(context.services, token));
  }

  @Mutation(() => EmailSubscription, {
    description: 'Unsubscribe the recipient of a marketing email by its link, without signing in.',
  })
  @Allow({ public: true, unaudited: 'The use case records it, with the address that the link was sent to.' })
  unsubscribe(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, ofLink) token: string,
    @Arg('oneClick', () => Boolean, {
      defaultValue: false,
      description: 'Whether a mail program sent it for its user (RFC 8058). Defaults to false.',
    })
    oneClick: boolean,
  ): Promise<EmailSubscription> {
    return countBadTokens(context, () => unsubscribe(context, token, oneClick));
  }
}
