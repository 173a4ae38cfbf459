import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { GraphEdge, GraphNode } from '../../../../engine/graph.js';
import { cascade, References } from '../../../../platform/database/mapping/foreign-keys.js';
import { Node } from '../../../../platform/graphql/nodes/node.object.js';
import { DateTime } from '../../../../platform/graphql/scalars.js';
import { ContentColumn } from '../content/content-column.js';
import type { FlowContent, FlowSettings, FlowVariable } from '../content/flow-content.js';

/** The part of a flow's content that drafts hold. */
export type DraftContent = Pick<FlowContent, 'nodes' | 'edges' | 'variables' | 'settings'>;

/** What an editor has saved of a flow and not published. Executions never read it. */
@References({ flowId: cascade('flows') })
@Entity({ tableName: 'flow_drafts' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The content of a flow that was saved and not published. It may break validation rules.',
})
export class FlowDraft implements DraftContent {
  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  workspaceId!: string;

  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  flowId!: string;

  @ContentColumn('nodes')
  nodes!: GraphNode[];

  @ContentColumn('edges')
  edges!: GraphEdge[];

  @ContentColumn('variables')
  variables!: FlowVariable[];

  @ContentColumn('settings')
  settings!: FlowSettings;

  @Field(() => Int, {
    description:
      'The version of the flow that the draft is based on. If it is not the current version, another change was published meanwhile.',
  })
  @Property({ type: 'integer' })
  baseVersion!: number;

  @Field(() => String, {
    description:
      'Changes with each change of the draft. Send it back, so that a draft that another user saved meanwhile is not overwritten.',
  })
  @Property({ type: 'uuid' })
  revision!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The user who saved the draft last; for an API key, the user who created the key.',
  })
  @Property({ type: 'uuid', nullable: true })
  updatedBy!: string | null;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}
