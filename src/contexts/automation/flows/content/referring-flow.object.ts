import { Field, ID, ObjectType } from 'type-graphql';

/** A flow whose current graph names something of the workspace. */
@ObjectType({ simpleResolvers: true, description: 'A flow that refers to something by its name' })
export class ReferringFlow {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Boolean)
  isActive!: boolean;
}
