import { Field, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A callback that a step has received' })
export class ReceivedCallback {
  @Field(() => Boolean, { description: 'Always true: the step continues with the call' })
  received!: boolean;
}
