import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../../../platform/graphql/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'A provider of OpenID Connect that users can log in with.' })
export class LoginOption {
  @Field(() => ID, { description: 'The `:id` of `GET /auth/oidc/:id`.' })
  id!: string;

  @Field(() => String, { description: 'The name to show.' })
  name!: string;
}

@ObjectType({ simpleResolvers: true, description: 'How users can log in to this server.' })
export class LoginOptions {
  @Field(() => Boolean, { description: 'Whether users log in and register with a password.' })
  passwordLogin!: boolean;

  @Field(() => [LoginOption], { description: 'The providers, in the order of the configuration.' })
  providers!: LoginOption[];
}

@ObjectType({ simpleResolvers: true, description: 'A login by a provider that waits for the browser.' })
export class ProviderLoginStart {
  @Field(() => String, { description: 'The page of the provider to which the browser goes.' })
  authorizeUrl!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The end of a login by a provider. The session is set as a cookie.' })
export class ProviderLogin {
  @Field(() => String, { description: 'The page of the dashboard to which the browser goes.' })
  location!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The account at a provider with which the caller can log in.' })
export class Identity {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Name of the provider; its issuer if the server does not have it any more.' })
  provider!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The email that the provider showed at the last login; null if it showed none.',
  })
  email?: string | null;

  @Field(() => DateTime, { description: 'When the last login by it was.' })
  lastUsedAt!: Date;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType({
  simpleResolvers: true,
  description: 'An account at a provider that has the email of the caller and waits for their consent to be linked.',
})
export class PendingLink {
  @Field(() => String, { description: 'Name of the provider.' })
  provider!: string;

  @Field(() => String)
  email!: string;
}

@ObjectType({ simpleResolvers: true, description: 'An identity that was linked to the caller.' })
export class IdentityLink {
  @Field(() => ID, { description: 'ID of the identity.' })
  id!: string;
}
