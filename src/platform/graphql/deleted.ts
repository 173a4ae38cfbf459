import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'What was deleted' })
export class Deleted {
  @Field(() => ID)
  id!: string;
}
