import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A deleted record.' })
export class Deleted {
  @Field(() => ID, { name: 'deletedId', simple: false, description: 'The ID of the record, which exists no more.' })
  id!: string;
}
