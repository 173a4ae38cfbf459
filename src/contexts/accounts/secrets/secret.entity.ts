import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { WorkspaceRecord } from '../../../platform/database/workspace-record.js';
import { Page } from '../../../platform/graphql/page.js';

@Entity({ tableName: 'secrets' })
@ObjectType({ simpleResolvers: true, description: 'A value that flows use as `boveda.name`; it is never shown again' })
export class Secret extends WorkspaceRecord {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'text' })
  sealedValue!: string;

  @Field(() => String, { nullable: true, description: 'The last 4 characters; of fewer than 12 none' })
  @Property({ type: 'text', nullable: true })
  preview!: string | null;

  @Field(() => String)
  @Property({ type: 'text' })
  description!: string;

  @Field(() => ID, { nullable: true, description: 'The only flow that may use it; null: every flow of the workspace' })
  @Property({ type: 'uuid', nullable: true })
  flowId!: string | null;
}

/** A secret as lists read it: without its sealed value. */
export type SecretView = Omit<Secret, 'sealedValue'>;

@ObjectType()
export class SecretPage extends Page(Secret) {}
