import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { WorkspaceRecord } from '../../../platform/database/workspace-record.js';
import { Page } from '../../../platform/graphql/page.js';

@Entity({ tableName: 'global_variables' })
@ObjectType({ simpleResolvers: true, description: 'A text that every flow reads as `globalVars.name`; not secret' })
export class GlobalVariable extends WorkspaceRecord {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { description: 'Visible to all members' })
  @Property({ type: 'text' })
  value!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  description!: string;
}

@ObjectType()
export class GlobalVariablePage extends Page(GlobalVariable) {}
