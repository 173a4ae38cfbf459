import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Page } from '../../platform/graphql/page.js';
import { DateTime } from '../../platform/graphql/scalars.js';

@Entity({ tableName: 'global_variables' })
@ObjectType({ simpleResolvers: true, description: 'A text that every flow reads as `globalVars.name`; not secret' })
export class GlobalVariable {
  @PrimaryKey({ type: 'uuid' })
  workspaceId!: string;

  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { description: 'Visible to all members' })
  @Property({ type: 'text' })
  value!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  description!: string;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}

@ObjectType()
export class GlobalVariablePage extends Page(GlobalVariable) {}
