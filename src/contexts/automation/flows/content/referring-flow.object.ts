import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A flow that uses a secret or a global variable by its name.' })
export class ReferringFlow {
  @Field(() => ID, { name: 'flowId', simple: false })
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Boolean, { description: 'Whether the flow is active.' })
  isActive!: boolean;
}
