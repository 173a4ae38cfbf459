import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { GraphEdge, GraphNode } from '../../engine/graph.js';
import type { FlowContent, FlowSettings, FlowVariable } from './flow-content.js';

/** One state of a flow. Written once, never changed: executions go by it, also after the flow is gone. */
@Entity({ tableName: 'flow_versions' })
export class FlowVersion implements FlowContent {
  @PrimaryKey({ type: 'uuid' })
  workspaceId!: string;

  @PrimaryKey({ type: 'uuid' })
  flowId!: string;

  @PrimaryKey({ type: 'integer' })
  version!: number;

  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'text' })
  description!: string;

  @Property({ type: 'json', columnType: 'json' })
  nodes!: GraphNode[];

  @Property({ type: 'json', columnType: 'json' })
  edges!: GraphEdge[];

  @Property({ type: 'json', columnType: 'json' })
  variables!: FlowVariable[];

  @Property({ type: 'json', columnType: 'json' })
  settings!: FlowSettings;

  @Property({ type: 'array', columnType: 'text[]' })
  tags!: string[];

  @Property({ type: 'uuid', nullable: true })
  folderId!: string | null;

  /** Who made it; a key counts as its creator. */
  @Property({ type: 'uuid', nullable: true })
  createdBy!: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;
}
