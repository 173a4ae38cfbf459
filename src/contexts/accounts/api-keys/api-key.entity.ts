import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/postgresql';
import { Field, ID, ObjectType } from 'type-graphql';
import { cascade, References } from '../../../platform/database/mapping/foreign-keys.js';
import { TextArray } from '../../../platform/database/text-array.js';
import { Page } from '../../../platform/graphql/page.js';
import { DateTime } from '../../../platform/graphql/scalars.js';

/** A credential that acts in one workspace, bounded by what its creator holds. Only its hash is stored. */
@References({ workspaceId: cascade('workspaces'), createdBy: cascade('users') })
@Entity({ tableName: 'api_keys' })
@ObjectType({ simpleResolvers: true, description: 'A credential for programs, good in one workspace' })
export class ApiKey {
  [PrimaryKeyProp]?: ['workspaceId', 'id'];

  @PrimaryKey({ type: 'uuid' })
  workspaceId!: string;

  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Property({ type: 'uuid' })
  createdBy!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { description: 'How the key begins' })
  @Property({ type: 'text' })
  prefix!: string;

  @Property({ type: 'blob' })
  keyHash!: Buffer;

  @Field(() => [String], {
    description: 'At most: the key also loses what its creator loses. `*` is all that the creator holds',
  })
  @Property({ type: TextArray, columnType: 'text[]' })
  capabilities!: string[];

  @Field(() => DateTime, { nullable: true })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  expiresAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'To the minute' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  lastUsedAt?: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  revokedAt?: Date | null;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}

/** What the API tells of a key. */
export type ApiKeyView = Pick<
  ApiKey,
  'id' | 'name' | 'prefix' | 'capabilities' | 'expiresAt' | 'lastUsedAt' | 'createdAt' | 'updatedAt'
>;

@ObjectType({ simpleResolvers: true })
export class NewApiKey extends ApiKey {
  @Field(() => String, { description: 'The key itself. Keep it now: it is never shown again' })
  key!: string;
}

@ObjectType()
export class ApiKeyPage extends Page(ApiKey) {}
