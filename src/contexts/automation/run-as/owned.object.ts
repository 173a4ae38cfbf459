import { Field, ID, ObjectType } from 'type-graphql';
import type { OwnedFlow as Flow, OwnedWebhook as Webhook } from './automations-of.js';

const runAs = 'The user or API key that it runs as.';

@ObjectType({ simpleResolvers: true, description: 'An active flow that would stop.' })
export class OwnedFlow implements Omit<Flow, 'name'> {
  @Field(() => ID, { name: 'flowId', simple: false })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its name; null without the capability `flows:read`.' })
  name!: string | null;

  @Field(() => String, { description: 'What starts it: `schedule`, `webhook`, `crm_event` …' })
  triggerType!: string;

  @Field(() => ID, { description: runAs })
  runAs!: string;
}

@ObjectType({ simpleResolvers: true, description: 'An active webhook that would stop.' })
export class OwnedWebhook implements Omit<Webhook, 'url'> {
  @Field(() => ID, { name: 'webhookId', simple: false })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its URL; null without the capability `webhooks:read`.' })
  url!: string | null;

  @Field(() => ID, { description: runAs })
  runAs!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: 'What runs as a user, their API keys, or one API key, and stops when they lose the right to.',
})
export class OwnedAutomations {
  @Field(() => [OwnedFlow], { description: 'Active flows, at most 100.' })
  flows!: OwnedFlow[];

  @Field(() => [OwnedWebhook], { description: 'Active webhooks, at most 100.' })
  webhooks!: OwnedWebhook[];

  @Field(() => Boolean, { description: 'Whether there are more flows or webhooks than are listed.' })
  hasMore!: boolean;
}
