import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { cascade, References, restrict } from '../../../platform/database/mapping/foreign-keys.js';
import { Node } from '../../../platform/graphql/nodes/node.object.js';
import { Page } from '../../../platform/graphql/page.js';
import { WorkspaceRecord } from '../../../platform/graphql/workspace-record.js';
import { ContentColumn } from './content/content-column.js';
import type { FlowSettings } from './content/flow-content.js';

/** A flow without `nodes`, `edges` and `variables`, which its versions hold and which are read on request. */
@References({ workspaceId: cascade('workspaces'), folderId: restrict('flow_folders') })
@Entity({ tableName: 'flows' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'An automation: a graph of nodes that runs when its trigger starts it.',
})
export class Flow extends WorkspaceRecord {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  description!: string;

  @ContentColumn('settings')
  settings!: FlowSettings;

  @ContentColumn('tags')
  tags!: string[];

  @Field(() => ID, { nullable: true, description: 'The folder of the flow; null for none.' })
  @Property({ type: 'uuid', nullable: true })
  folderId!: string | null;

  @Field(() => Boolean, {
    description: 'Whether the trigger of the flow can start it. A paused flow (false) can still be started manually.',
  })
  @Property({ type: 'boolean' })
  isActive!: boolean;

  @Field(() => Int, {
    description: 'The number of the current version. Starts at 1; each change of the content increases it by one.',
  })
  @Property({ type: 'integer' })
  version!: number;

  @Field(() => ID, {
    nullable: true,
    description:
      'The user or API key that the executions of its trigger run as: the one that activated the flow, or changed what it runs, last. Its capabilities must cover the nodes of the flow.',
  })
  @Property({ type: 'uuid', nullable: true })
  runAs!: string | null;

  // These two are not columns: webhook-address.ts derives them from the flow's webhook token.
  @Field(() => String, {
    nullable: true,
    description:
      'The token of the first webhook among the triggers of the flow. Null without one, and for callers without `flows:write` or who may not start the flow: that takes `flows:execute` and what the nodes of the flow, and of the flows that it calls, require.',
  })
  webhookToken?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The URL of that webhook, which starts the flow. Null if `webhookToken` is null.',
  })
  webhookUrl?: string | null;
}

@ObjectType({ description: 'A page of flows.' })
export class FlowPage extends Page(Flow) {}
