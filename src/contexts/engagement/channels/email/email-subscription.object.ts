// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { Field, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'Whether an address gets marketing email of a workspace.' })
export class EmailSubscription {
  @Field(() => String, { description: 'The name of the workspace that writes.' })
  workspaceName!: string;

  @Field(() => String, { description: 'The address that the email with the link was sent to.' })
  email!: string;

  @Field(() => Boolean, { description: 'Whether it gets marketing email.' })
  subscribed!: boolean;
}
