import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { byMigration } from '../../../platform/database/mapping/columns.js';
import { cascade, References, restrict } from '../../../platform/database/mapping/foreign-keys.js';
import { TextArray } from '../../../platform/database/text-array.js';
import { WorkspaceRecord } from '../../../platform/database/workspace-record.js';
import { Page } from '../../../platform/graphql/page.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import type { FlowSettings } from './content/flow-content.js';

/** A flow without its graph, which its versions hold: `nodes`, `edges` and `variables` are read where asked for. */
@References({ workspaceId: cascade('workspaces'), folderId: restrict('flow_folders') })
@Entity({ tableName: 'flows' })
@ObjectType({ simpleResolvers: true, description: 'An automation: a graph of nodes that runs when its trigger fires' })
export class Flow extends WorkspaceRecord {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  description!: string;

  @Field(() => JsonObject, {
    description: 'triggerType, triggerConfig, timeout, maxConcurrent, environment, dailyBudget',
  })
  @Property({ type: 'json', columnType: 'json' })
  settings!: FlowSettings;

  /** `settings.triggerType` again, for filters. */
  @Property({ type: 'text' })
  triggerType!: string;

  /** The event that starts it while it is active. */
  @Property({ type: 'text', nullable: true, generated: byMigration })
  startsOn?: string | null;

  @Field(() => [String])
  @Property({ type: TextArray, columnType: 'text[]' })
  tags!: string[];

  @Field(() => ID, { nullable: true })
  @Property({ type: 'uuid', nullable: true })
  folderId!: string | null;

  @Field(() => Boolean)
  @Property({ type: 'boolean' })
  isActive!: boolean;

  @Field(() => Int, { description: 'Grows by one with each stored change of what makes up the flow' })
  @Property({ type: 'integer' })
  version!: number;

  // These two are no columns: they come from the flow's webhook token, see webhook-address.ts.
  @Field(() => String, { nullable: true, description: 'Of webhook flows, for those who may change them' })
  webhookToken?: string | null;

  @Field(() => String, { nullable: true, description: 'The address that starts a webhook flow' })
  webhookUrl?: string | null;
}

@ObjectType()
export class FlowPage extends Page(Flow) {}
