import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A change of the email of the caller that must be verified.' })
export class EmailChange {
  @Field(() => String, { description: 'The email with which you log in now.' })
  email!: string;

  @Field(() => String, {
    description: 'The new email, which takes effect when the link that was mailed to it is opened.',
  })
  pendingEmail!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A request for a mail with a link.' })
export class LinkRequest {
  @Field(() => Boolean, { description: 'Always true: the link is mailed soon, to who may have it.' })
  accepted!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'A password that was reset by a mailed link.' })
export class PasswordReset {
  @Field(() => Boolean, { description: 'Always true: the new password is valid, and all sessions have ended.' })
  reset!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'An email that was verified by a mailed link.' })
export class VerifiedEmail {
  @Field(() => String, { description: 'The email with which you log in now.' })
  email!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The end of a session, or of all sessions, of the caller.' })
export class Logout {
  @Field(() => Boolean, { description: 'Always true: the access tokens are refused from now on.' })
  loggedOut!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'The page of the provider on which its own session ends, too, if the session began there: open it in the browser. Null otherwise.',
  })
  providerLogoutUrl?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'Sessions of the caller that were revoked together.' })
export class RevokedSessions {
  @Field(() => Int, { description: 'How many there were.' })
  revoked!: number;
}
