import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A page that a browser shows while an account is connected.' })
export class ConnectPage {
  @Field(() => Int, { description: 'The status of the HTTP response.' })
  status!: number;

  @Field(() => String, { description: 'The page, in HTML.' })
  html!: string;

  @Field(() => String, { description: 'Its content security policy.' })
  policy!: string;

  @Field(() => String, { nullable: true, description: 'Where the browser is led instead; null for nowhere.' })
  location?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The answer to the link by which an account is connected.' })
export class OpenedConnectionLink {
  @Field(() => String, { description: 'The connection that asks for the account.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The page of the service on which its owner consents; null before the browser goes on.',
  })
  authorizeUrl!: string | null;

  @Field(() => ConnectPage, { nullable: true, description: 'The page for browsers; null for JSON.' })
  page!: ConnectPage | null;
}

@ObjectType({ simpleResolvers: true, description: 'How the connecting of an account has ended.' })
export class FinishedConnection {
  @Field(() => Boolean, { description: 'Whether the account is connected.' })
  connected!: boolean;

  @Field(() => ConnectPage, { nullable: true, description: 'The page for browsers; null for JSON, if it is.' })
  page!: ConnectPage | null;
}
