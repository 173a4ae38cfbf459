import { ArrayMaxSize, ArrayUnique, IsOptional, Matches } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import { must } from '../../../platform/errors/violation-words.js';
import type { DatabaseTls } from '../../../platform/foreign-databases/index.js';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { OmitNull } from '../../../platform/graphql/omit-null.js';
import { HttpUrl, Length, MaxLength, OneLine } from '../../../platform/graphql/text-rules.js';

export type AuthType = 'apiKey' | 'basic' | 'bearer' | 'database' | 'oauth2';
export type KeyPlacement = 'header' | 'query';
export type Grant = 'authorization_code' | 'client_credentials';
export type ClientAuthentication = 'basic' | 'post';

const ConnectionAuthType = defineEnum('ConnectionAuthType', 'The kind of credentials of a connection.', {
  apiKey: 'A key in a header or in the query, with `name` and `value`.',
  basic: 'HTTP Basic, with `username` and `password`.',
  bearer: 'A token in the header `Authorization`, with `token`.',
  database: 'A PostgreSQL, MySQL or MariaDB database, with `url`, and `tls` and `ca` where they are needed.',
  oauth2: 'OAuth 2: a token that the service grants, and that is refreshed before it expires.',
} satisfies Record<AuthType, string>);

const ConnectionKeyPlacement = defineEnum('ConnectionKeyPlacement', 'Where a key is sent.', {
  header: 'In a header.',
  query: 'In a parameter of the query.',
} satisfies Record<KeyPlacement, string>);

const ConnectionTls = defineEnum('ConnectionTls', 'How the connection to a database is encrypted.', {
  verify: 'By TLS, with a certificate that is valid for the host.',
  unverified: 'By TLS with any certificate, which does not protect from servers in between.',
  off: 'Not at all, for databases in a network of your own.',
} satisfies Record<DatabaseTls, string>);

export const ConnectionGrant = defineEnum('ConnectionGrant', 'How a service grants the token of OAuth 2.', {
  authorization_code: 'The owner of the account consents on a page of the service, which `connect` leads to.',
  client_credentials: 'The app itself gets it, with `clientId` and `clientSecret`: there is no account to connect.',
} satisfies Record<Grant, string>);

const ConnectionClientAuthentication = defineEnum(
  'ConnectionClientAuthentication',
  'How an app of OAuth 2 proves itself where tokens are granted.',
  {
    basic: 'By HTTP Basic.',
    post: 'By `client_id` and `client_secret` in the body.',
  } satisfies Record<ClientAuthentication, string>,
);

/** Characters of one secret text. */
const longest = 16 * 1024;
const placementDescription = 'Where an API key is sent.';
const nameDescription = 'The name of the header or of the parameter of an API key.';
const grantDescription = 'How the token of OAuth 2 is granted.';
const authorizeUrlDescription = 'The page of the service that asks the owner of the account for consent.';
const tokenUrlDescription = 'Where tokens are granted and refreshed. Its host needs no entry in `hosts`.';
const clientIdDescription = 'The ID of the app that was registered with the service.';
const clientAuthenticationDescription = 'How the app proves itself at `tokenUrl`.';
const scopesDescription = 'What the token is asked for.';

@ObjectType({
  simpleResolvers: true,
  description: 'The kind of credentials of a connection. These are never returned.',
})
@OmitNull()
export class ConnectionAuth {
  @Field(() => ConnectionAuthType)
  type!: AuthType;

  @Field(() => ConnectionKeyPlacement, { nullable: true, description: placementDescription })
  placement?: KeyPlacement | null;

  @Field(() => String, { nullable: true, description: nameDescription })
  name?: string | null;

  @Field(() => ConnectionGrant, { nullable: true, description: grantDescription })
  grant?: Grant | null;

  @Field(() => String, { nullable: true, description: authorizeUrlDescription })
  authorizeUrl?: string | null;

  @Field(() => String, { nullable: true, description: tokenUrlDescription })
  tokenUrl?: string | null;

  @Field(() => String, { nullable: true, description: clientIdDescription })
  clientId?: string | null;

  @Field(() => ConnectionClientAuthentication, { nullable: true, description: clientAuthenticationDescription })
  clientAuthentication?: ClientAuthentication | null;

  @Field(() => [String], { nullable: true, description: scopesDescription })
  scopes?: string[] | null;

  /** Changed with the credentials: tokens that were granted for others are not used. Never shown. */
  revision?: string;
}

@InputType({ description: 'The credentials of a connection: those that its `type` has.' })
export class ConnectionAuthInput {
  @Field(() => ConnectionAuthType)
  type!: AuthType;

  @Field(() => ConnectionKeyPlacement, {
    nullable: true,
    description: `${placementDescription} Defaults to \`header\`.`,
  })
  @IsOptional()
  placement?: KeyPlacement | null;

  @Field(() => String, { nullable: true, description: nameDescription })
  @IsOptional()
  @Matches(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/, {
    message: '$property must be the name of a header or parameter, of at most 200 characters.',
  })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The API key. A header can have a word before it, for example `Token`.',
  })
  @IfSent()
  @Length(1, longest)
  @OneLine()
  value?: string;

  @Field(() => String, { nullable: true, description: 'The user name of Basic authentication.' })
  @IfSent()
  @Length(1, longest)
  @OneLine()
  username?: string;

  @Field(() => String, {
    nullable: true,
    description: 'The password of Basic authentication. Defaults to an empty string.',
  })
  @IfSent()
  @MaxLength(longest)
  @OneLine()
  password?: string;

  @Field(() => String, { nullable: true, description: 'The bearer token.' })
  @IfSent()
  @Length(1, longest)
  @OneLine()
  token?: string;

  @Field(() => ConnectionGrant, {
    nullable: true,
    description: `${grantDescription} Defaults to \`authorization_code\`.`,
  })
  @IsOptional()
  grant?: Grant | null;

  @Field(() => String, {
    nullable: true,
    description: `${authorizeUrlDescription} HTTPS, or HTTP on this machine, at most 2000 characters.`,
  })
  @IsOptional()
  @HttpUrl()
  @MaxLength(2_000)
  authorizeUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `${tokenUrlDescription} HTTPS, or HTTP on this machine, at most 2000 characters.`,
  })
  @IsOptional()
  @HttpUrl()
  @MaxLength(2_000)
  tokenUrl?: string | null;

  @Field(() => String, { nullable: true, description: clientIdDescription })
  @IsOptional()
  @Length(1, 500)
  @OneLine()
  clientId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The secret of the app. Public apps with the grant `authorization_code` have none.',
  })
  @IfSent()
  @Length(1, longest)
  @OneLine()
  clientSecret?: string;

  @Field(() => ConnectionClientAuthentication, {
    nullable: true,
    description: `${clientAuthenticationDescription} Defaults to \`basic\`.`,
  })
  @IsOptional()
  clientAuthentication?: ClientAuthentication | null;

  @Field(() => [String], {
    nullable: true,
    description: `${scopesDescription} At most 100, each of at most 300 characters without spaces.`,
  })
  @IsOptional()
  @ArrayMaxSize(100, { message: `$property ${must.haveAtMostEntries(100)}` })
  @ArrayUnique({ message: `$property ${must.notHaveDuplicates}` })
  @Matches(/^[\x21-\x7e]{1,300}$/, {
    each: true,
    message: 'each of $property must be a scope of 1 to 300 ASCII characters without spaces.',
  })
  scopes?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The URL of a database: `postgres://user:password@host:5432/database` or `mysql://…`, with special characters percent-encoded. Its host is one of `hosts`; its parameters are ignored.',
  })
  @IfSent()
  @Length(1, longest)
  @OneLine()
  url?: string;

  @Field(() => ConnectionTls, {
    nullable: true,
    description: 'How the connection to a database is encrypted. Defaults to `verify`.',
  })
  @IsOptional()
  tls?: DatabaseTls | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The certificates, in PEM, of the authority that signed that of the database. Defaults to those of the system.',
  })
  @IfSent()
  @Length(1, longest)
  ca?: string;
}
