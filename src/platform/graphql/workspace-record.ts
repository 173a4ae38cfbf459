import { PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from './scalars.js';

/** What every record of a workspace has. Its workspace is the first column of its key. */
@ObjectType({ simpleResolvers: true })
export abstract class WorkspaceRecord {
  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  workspaceId!: string;

  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}
