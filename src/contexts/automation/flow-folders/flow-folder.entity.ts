import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { WorkspaceRecord } from '../../../platform/database/workspace-record.js';
import { Page } from '../../../platform/graphql/page.js';

@Entity({ tableName: 'flow_folders' })
@ObjectType({ simpleResolvers: true, description: 'Holds flows and other folders' })
export class Folder extends WorkspaceRecord {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'null: at the top' })
  @Property({ type: 'uuid', nullable: true })
  parentId!: string | null;
}

@ObjectType()
export class FolderPage extends Page(Folder) {}
