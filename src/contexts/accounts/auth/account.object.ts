import { Field, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A change of the email of the caller that must be verified.' })
export class EmailChange {
  @Field(() => String, { description: 'The email with which you log in now.' })
  email!: string;

  @Field(() => String, {
    description: 'The new email, which takes effect when the link that was mailed to it is opened.',
  })
  pendingEmail!: string;
}
