import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { GraphEdge, GraphNode } from '../../../../engine/graph.js';
import { cascade, References } from '../../../../platform/database/mapping/foreign-keys.js';
import { TextArray } from '../../../../platform/database/text-array.js';
import { Page } from '../../../../platform/graphql/page.js';
import { DateTime, JsonObject } from '../../../../platform/graphql/scalars.js';
import type { FlowContent, FlowSettings, FlowVariable } from '../content/flow-content.js';

/** One state of a flow. Written once, never changed: executions go by it, also after the flow is gone. */
@References({ workspaceId: cascade('workspaces') })
@Entity({ tableName: 'flow_versions' })
@ObjectType({ simpleResolvers: true, description: 'One state of a flow, as it was stored; never changes' })
export class FlowVersion implements FlowContent {
  @PrimaryKey({ type: 'uuid' })
  workspaceId!: string;

  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  flowId!: string;

  @Field(() => Int)
  @PrimaryKey({ type: 'integer' })
  version!: number;

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  description!: string;

  @Field(() => [JsonObject], { description: "In React Flow's format" })
  @Property({ type: 'json', columnType: 'json' })
  nodes!: GraphNode[];

  @Field(() => [JsonObject], { description: "In React Flow's format" })
  @Property({ type: 'json', columnType: 'json' })
  edges!: GraphEdge[];

  @Field(() => [JsonObject], { description: 'Each with name, value, type and scope' })
  @Property({ type: 'json', columnType: 'json' })
  variables!: FlowVariable[];

  @Field(() => JsonObject)
  @Property({ type: 'json', columnType: 'json' })
  settings!: FlowSettings;

  @Field(() => [String])
  @Property({ type: TextArray, columnType: 'text[]' })
  tags!: string[];

  @Field(() => ID, { nullable: true })
  @Property({ type: 'uuid', nullable: true })
  folderId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The user who made it; an API key counts as its creator' })
  @Property({ type: 'uuid', nullable: true })
  createdBy!: string | null;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;
}

@ObjectType()
export class FlowVersionPage extends Page(FlowVersion) {}
