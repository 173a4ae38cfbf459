import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Page } from '../../platform/graphql/page.js';
import { DateTime } from '../../platform/graphql/scalars.js';

@Entity({ tableName: 'flow_folders' })
@ObjectType({ simpleResolvers: true, description: 'Holds flows and other folders' })
export class Folder {
  @PrimaryKey({ type: 'uuid' })
  workspaceId!: string;

  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'null: at the top' })
  @Property({ type: 'uuid', nullable: true })
  parentId!: string | null;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}

@ObjectType()
export class FolderPage extends Page(Folder) {}
