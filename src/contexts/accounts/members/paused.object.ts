import { Field, ID, ObjectType } from 'type-graphql';
import type { PausedAutomations } from './pause-automations.js';

@ObjectType({
  simpleResolvers: true,
  description:
    'What ran as a user or API key that may not do it any more, and is paused. Who activates it again answers for it.',
})
export class Paused implements PausedAutomations {
  @Field(() => [ID], { description: 'IDs of flows.' })
  flows!: string[];

  @Field(() => [ID], { description: 'IDs of webhooks.' })
  webhooks!: string[];
}

@ObjectType({
  simpleResolvers: true,
  description: 'A member or an API key that was removed, and what stopped with it.',
})
export class Removed {
  @Field(() => ID, {
    name: 'deletedId',
    simple: false,
    description: 'The ID of the user or API key, which has no access any more.',
  })
  id!: string;

  @Field(() => Paused, { description: 'What ran as the user or API key, and is paused.' })
  paused!: PausedAutomations;
}
