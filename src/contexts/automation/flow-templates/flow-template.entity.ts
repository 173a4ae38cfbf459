import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import type { GraphEdge, GraphNode } from '../../../engine/graph.js';
import { cascade, References } from '../../../platform/database/mapping/foreign-keys.js';
import { TextArray } from '../../../platform/database/text-array.js';
import { Node } from '../../../platform/graphql/nodes/node.object.js';
import { Page } from '../../../platform/graphql/page.js';
import { WorkspaceRecord } from '../../../platform/graphql/workspace-record.js';
import { ContentColumn, type FlowSettings, type FlowVariable } from '../flows/index.js';

@References({ workspaceId: cascade('workspaces') })
@Entity({ tableName: 'flow_templates' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A template to create flows from. It is built in or belongs to the workspace.',
})
export class FlowTemplate extends WorkspaceRecord {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  description!: string;

  @Field(() => String, { description: 'Free text to filter by, for example `sales`.' })
  @Property({ type: 'text' })
  category!: string;

  @ContentColumn('tags')
  tags!: string[];

  @ContentColumn('nodes')
  nodes!: GraphNode[];

  @ContentColumn('edges')
  edges!: GraphEdge[];

  @ContentColumn('variables')
  variables!: FlowVariable[];

  @ContentColumn('settings')
  settings!: FlowSettings;

  @Field(() => [String], { description: 'The names of the secrets that flows from this template use.' })
  @Property({ type: TextArray, columnType: 'text[]' })
  requiredSecrets!: string[];

  @Field(() => Int, { description: 'The number of flows that this workspace created from it.' })
  @Property({ type: 'integer' })
  usageCount!: number;

  // Not a column: templates with a row belong to a workspace.
  @Field(() => Boolean, {
    description: 'Whether the template is part of the server. Built-in templates cannot be changed or deleted.',
  })
  builtIn?: boolean;
}

@ObjectType({ description: 'A page of flow templates.' })
export class FlowTemplatePage extends Page(FlowTemplate) {}
