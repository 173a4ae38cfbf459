import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A deleted record.' })
export class Deleted {
  @Field(() => ID)
  id!: string;
}
