import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/postgresql';
import { Field, ID, ObjectType } from 'type-graphql';
import { cascade, References } from '../../../platform/database/mapping/foreign-keys.js';
import { TextArray } from '../../../platform/database/text-array.js';
import { Node } from '../../../platform/graphql/nodes/node.object.js';
import { Page } from '../../../platform/graphql/page.js';
import { DateTime } from '../../../platform/graphql/scalars.js';

/** A credential for one workspace, limited by the capabilities of its creator. Only its hash is stored. */
@References({ workspaceId: cascade('workspaces'), createdBy: cascade('users') })
@Entity({ tableName: 'api_keys' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A credential for programs, valid in one workspace.',
})
export class ApiKey {
  [PrimaryKeyProp]?: ['workspaceId', 'id'];

  @Field(() => ID)
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

  @Field(() => String, { description: 'The first 12 characters of the key, by which to recognise it.' })
  @Property({ type: 'text' })
  prefix!: string;

  @Property({ type: 'blob' })
  keyHash!: Buffer;

  @Field(() => [String], {
    description:
      'What the key can do: `*` for all capabilities of its creator. A capability that the creator loses is lost to the key too.',
  })
  @Property({ type: TextArray, columnType: 'text[]' })
  capabilities!: string[];

  @Field(() => DateTime, { nullable: true, description: 'When the key expires; null for a key that does not.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  expiresAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the key was last used, to the minute; null if never.' })
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

/** What the API returns of a key. */
export type ApiKeyView = Pick<
  ApiKey,
  'id' | 'workspaceId' | 'name' | 'prefix' | 'capabilities' | 'expiresAt' | 'lastUsedAt' | 'createdAt' | 'updatedAt'
>;

@ObjectType({ simpleResolvers: true, description: 'An API key as it was just created.' })
export class NewApiKey {
  @Field(() => ID, { name: 'apiKeyId', simple: false, description: 'The ID of the key.' })
  id!: string;

  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: 'The first 12 characters of the key, by which to recognise it.' })
  prefix!: string;

  @Field(() => [String], { description: 'What the key can do; `*` for all capabilities of its creator.' })
  capabilities!: string[];

  @Field(() => DateTime, { nullable: true, description: 'When the key expires; null for a key that does not.' })
  expiresAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the key was last used: never.' })
  lastUsedAt?: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;

  @Field(() => String, { description: 'The key itself. Store it now: it is returned only once.' })
  key!: string;
}

@ObjectType({ description: 'A page of API keys.' })
export class ApiKeyPage extends Page(ApiKey) {}
