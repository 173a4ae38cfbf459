import type { GraphEdge, GraphNode, NodeData } from '../../../../engine/index.js';

/** A template of the gallery, as its file declares it. */
export interface GalleryTemplate {
  /** Never changes: clients and usage counters refer to it. */
  id: string;
  name: string;
  description: string;
  category: string;
  tags: string[];
  variables?: { name: string; value: unknown }[];
  nodes: GraphNode[];
  edges: GraphEdge[];
}

const grid = { x: 280, y: 150 };

/** A node in a column and a row of the editor's grid. */
export function node(id: string, type: string, [column, row]: [number, number], data: NodeData = {}): GraphNode {
  return { id, type, position: { x: column * grid.x, y: row * grid.y }, data };
}

/** Edges written as `a>b`, `a:handle>b` or `a>b:handle`. */
export function edges(...texts: string[]): GraphEdge[] {
  return texts.map((text) => {
    const [, source, sourceHandle, target, targetHandle] = /^(\w+)(?::([^>]+))?>(\w+)(?::(\w+))?$/.exec(text) ?? [];
    if (!source || !target) throw new Error(`${text} must be an edge, for example a>b, a:handle>b or a>b:handle.`);
    return {
      id: text,
      source,
      target,
      ...(sourceHandle && { sourceHandle }),
      ...(targetHandle && { targetHandle }),
    };
  });
}
