import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import type { GraphEdge, GraphNode } from '../../../engine/graph.js';
import { cascade, References } from '../../../platform/database/mapping/foreign-keys.js';
import { TextArray } from '../../../platform/database/text-array.js';
import { WorkspaceRecord } from '../../../platform/database/workspace-record.js';
import { Page } from '../../../platform/graphql/page.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import type { FlowSettings, FlowVariable } from '../flows/index.js';

@References({ workspaceId: cascade('workspaces') })
@Entity({ tableName: 'flow_templates' })
@ObjectType({ simpleResolvers: true, description: 'What new flows can be made from' })
export class FlowTemplate extends WorkspaceRecord {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  description!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  category!: string;

  @Field(() => [String])
  @Property({ type: TextArray, columnType: 'text[]' })
  tags!: string[];

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

  @Field(() => [String], { description: 'Names of the secrets that its flows read' })
  @Property({ type: TextArray, columnType: 'text[]' })
  requiredSecrets!: string[];

  @Field(() => Int, { description: 'Flows that this workspace made from it' })
  @Property({ type: 'integer' })
  usageCount!: number;

  // No column: what has a row is the workspace's own.
  @Field(() => Boolean, { description: 'Part of the server: can be used, not changed' })
  builtIn?: boolean;
}

@ObjectType()
export class FlowTemplatePage extends Page(FlowTemplate) {}
