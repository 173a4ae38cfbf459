import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { GraphEdge, GraphNode } from '../../../engine/graph.js';
import { cascade, References } from '../../../platform/database/mapping/foreign-keys.js';
import { Node } from '../../../platform/graphql/nodes/node.object.js';
import { Page } from '../../../platform/graphql/page.js';
import { DateTime } from '../../../platform/graphql/scalars.js';
import { ContentColumn } from './content/content-column.js';
import type { FlowContent, FlowSettings, FlowVariable } from './content/flow-content.js';

/** The content of a flow at one time. Never changed or deleted with the flow: executions use it. */
@References({ workspaceId: cascade('workspaces') })
@Entity({ tableName: 'flow_versions' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The content of a flow at one time; it never changes.',
})
export class FlowVersion implements FlowContent {
  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  workspaceId!: string;

  /** The ID in the graph, see `versionId`. */
  @Field(() => ID)
  @Property({ type: 'text', persist: false })
  id!: string;

  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  flowId!: string;

  @Field(() => Int, { description: 'The number of the version, from 1.' })
  @PrimaryKey({ type: 'integer' })
  version!: number;

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  description!: string;

  @ContentColumn('nodes')
  nodes!: GraphNode[];

  @ContentColumn('edges')
  edges!: GraphEdge[];

  @ContentColumn('variables')
  variables!: FlowVariable[];

  @ContentColumn('settings')
  settings!: FlowSettings;

  @ContentColumn('tags')
  tags!: string[];

  @Field(() => ID, { nullable: true, description: 'The folder of the flow; null for none.' })
  @Property({ type: 'uuid', nullable: true })
  folderId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The user who made the change; for an API key, the user who created the key.',
  })
  @Property({ type: 'uuid', nullable: true })
  createdBy!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the version changes, as the user who published it wrote; null without a message.',
  })
  @Property({ type: 'text', nullable: true })
  message!: string | null;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;
}

@ObjectType({ description: 'A page of versions of a flow.' })
export class FlowVersionPage extends Page(FlowVersion) {}
