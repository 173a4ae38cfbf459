import type { GraphEdge, GraphNode, NodeData } from '../../../../engine/index.js';

/** A template of the gallery as its file writes it. */
export interface GalleryTemplate {
  /** For ever: clients and usage counters go by it. */
  id: string;
  name: string;
  description: string;
  category: string;
  tags: string[];
  variables?: { name: string; value: unknown }[];
  nodes: Record<string, unknown>[];
  edges: Record<string, unknown>[];
}

const grid = { x: 280, y: 150 };

/** A node in a column and a row of the drawing. */
export function step(id: string, type: string, [column, row]: [number, number], data: NodeData = {}) {
  const node: GraphNode = { id, type, position: { x: column * grid.x, y: row * grid.y }, data };
  return { ...node };
}

/** Edges written as `a>b`, `a:handle>b` or `a>b:handle`. */
export function wires(...texts: string[]): Record<string, unknown>[] {
  return texts.map((text) => {
    const [, source, sourceHandle, target, targetHandle] = /^(\w+)(?::([^>]+))?>(\w+)(?::(\w+))?$/.exec(text) ?? [];
    if (!source || !target) throw new Error(`Not an edge: ${text}`);
    const edge: GraphEdge = {
      ...{ id: text, source, target },
      ...(sourceHandle && { sourceHandle }),
      ...(targetHandle && { targetHandle }),
    };
    return { ...edge };
  });
}
