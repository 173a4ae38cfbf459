import { Arg, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { answerClass, classesOf, type InputOf } from '../../../platform/records/index.js';
import { createWebhook, rotateWebhookSecret, type SecretWebhook } from './create-webhook.js';
import { redeliver, testWebhook } from './send-again.js';
import { webhooks } from './webhook.record.js';
import { WebhookResponse } from './webhook-delivery.object.js';
import { type WebhookDelivery, webhookDeliveries } from './webhook-delivery.record.js';
import { mayReceive } from './webhook-events.js';

@ObjectType({ simpleResolvers: true, description: 'A webhook with its new secret.' })
export class WebhookWithSecret extends answerClass(webhooks) {
  @Field(() => String, {
    description: 'The secret that signs the requests: `whsec_` and base64. Store it now: it is returned only once.',
  })
  secret!: string;
}

@Resolver(() => WebhookResponse)
export class WebhookResponseResolver {
  @FieldResolver(() => Boolean, { description: 'Whether `body` is only a part of what the receiver sent.' })
  truncated(@Root() { truncated = false }: WebhookResponse): boolean {
    return truncated;
  }
}

/** What the receiver answers may repeat what was sent. */
@Resolver(() => classesOf(webhookDeliveries).type)
export class WebhookDeliveryResolver {
  @FieldResolver(() => String, { nullable: true })
  body(@Root() delivery: WebhookDelivery, @Ctx() context: GraphContext): string | null {
    return showsEvent(context, delivery) ? delivery.body : null;
  }

  @FieldResolver(() => WebhookResponse, { nullable: true })
  response(@Root() delivery: WebhookDelivery, @Ctx() context: GraphContext): WebhookResponse | null {
    return showsEvent(context, delivery) ? delivery.response : null;
  }
}

function showsEvent(context: GraphContext, { workspaceId, eventType }: WebhookDelivery): boolean {
  return mayReceive(eventType, context.scope(workspaceId).access.capabilities);
}

@Resolver()
export class WebhookMutations {
  @Mutation(() => WebhookWithSecret, { description: 'Create a webhook; `secret` is returned only once.' })
  @Allow('webhooks:write')
  @Refuses('LIMIT_REACHED')
  createWebhook(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => classesOf(webhooks).create) input: object,
  ): Promise<SecretWebhook> {
    return createWebhook(scope, { ...input } as InputOf<typeof webhooks.fields>);
  }

  @Mutation(() => WebhookWithSecret, {
    description:
      'Rotate the secret of a webhook. The former one signs too for 24 hours; the new `secret` is returned only once.',
  })
  @Allow('webhooks:write')
  rotateWebhookSecret(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('webhookId', () => ID) webhookId: string,
  ): Promise<SecretWebhook> {
    return rotateWebhookSecret(scope, webhookId);
  }

  @Mutation(() => classesOf(webhookDeliveries).type, {
    description: 'Test a webhook: send it an event of the type `webhook.test`, once and whatever it subscribes to.',
  })
  @Allow('webhooks:write')
  testWebhook(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('webhookId', () => ID) webhookId: string,
  ): Promise<WebhookDelivery> {
    return testWebhook(scope, webhookId);
  }

  @Mutation(() => classesOf(webhookDeliveries).type, {
    description:
      'Redeliver an event, as a new delivery with the same `webhook-id`. A delivery that is still pending is sent now instead.',
  })
  @Allow('webhooks:write')
  redeliverWebhookDelivery(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('webhookId', () => ID) webhookId: string,
    @Arg('deliveryId', () => ID) deliveryId: string,
  ): Promise<WebhookDelivery> {
    return redeliver(scope, webhookId, deliveryId);
  }
}
