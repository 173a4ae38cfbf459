import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'How the test of a connection ended.' })
export class ConnectionTest {
  @Field(() => Boolean, { description: 'Whether the service accepted the request with its credentials.' })
  succeeded!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'The HTTP status of the response; null if there was none, and of a database.',
  })
  status!: number | null;

  @Field(() => String, { description: 'What was found, and what to do about it.' })
  message!: string;
}
