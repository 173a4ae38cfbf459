import { IsOptional, Matches } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import type { DatabaseTls } from '../../../platform/foreign-databases/index.js';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { Length, MaxLength, OneLine } from '../../../platform/graphql/text-rules.js';

export type AuthType = 'apiKey' | 'basic' | 'bearer' | 'database';
export type KeyPlacement = 'header' | 'query';

const ConnectionAuthType = defineEnum('ConnectionAuthType', 'The kind of credentials of a connection.', {
  apiKey: 'A key in a header or in the query, with `name` and `value`.',
  basic: 'HTTP Basic, with `username` and `password`.',
  bearer: 'A token in the header `Authorization`, with `token`.',
  database: 'A PostgreSQL, MySQL or MariaDB database, with `url`, and `tls` and `ca` where they are needed.',
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

/** Characters of one secret text. */
const longest = 16 * 1024;
const placementDescription = 'Where an API key is sent.';
const nameDescription = 'The name of the header or of the parameter of an API key.';

@ObjectType({
  simpleResolvers: true,
  description: 'The kind of credentials of a connection. These are never returned.',
})
export class ConnectionAuth {
  @Field(() => ConnectionAuthType)
  type!: AuthType;

  @Field(() => ConnectionKeyPlacement, { nullable: true, description: placementDescription })
  placement?: KeyPlacement | null;

  @Field(() => String, { nullable: true, description: nameDescription })
  name?: string | null;
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
