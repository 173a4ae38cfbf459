import type { Graph } from '../../src/engine/index.js';
import { catalogue } from './catalogue.js';

/** The handle by which a generated visit leaves. */
export type Fate = (nodeId: string) => string | null;

/**
 * The result of an execution without loops, computed directly from the definition: in topological order, a node runs when
 * one of its edges arrived, and is skipped when all of them died.
 */
export function referenceRun(graph: Graph, startNodeId: string, fate: Fate): { ran: string[]; skipped: string[] } {
  const reached = reach(graph, startNodeId);
  const edges = graph.edges.filter(({ source }) => reached.has(source));
  const ran = new Set([startNodeId]);
  const decided = new Set([startNodeId]);
  while (decided.size < reached.size) {
    const next = [...reached].find(
      (id) => !decided.has(id) && edges.every(({ source, target }) => target !== id || decided.has(source)),
    );
    if (next === undefined) throw new Error('The graph of this test has a circle.');
    decided.add(next);
    const arrived = edges.some((edge) => {
      const handle = edge.sourceHandle ?? firstHandle(graph, edge.source);
      return edge.target === next && ran.has(edge.source) && fate(edge.source) === handle;
    });
    if (arrived) ran.add(next);
  }
  return { ran: [...ran].sort(), skipped: [...reached].filter((id) => !ran.has(id)).sort() };
}

function reach(graph: Graph, start: string): Set<string> {
  const reached = new Set([start]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const { source, target } of graph.edges) if (reached.has(source)) reached.add(target);
  }
  return reached;
}

function firstHandle(graph: Graph, id: string): string {
  const type = graph.nodes.find((node) => node.id === id)?.type ?? '';
  const handles = catalogue.get(type)?.sourceHandles;
  // The first case of this test's switches is `a`.
  return typeof handles === 'function' ? 'case:a' : (handles?.[0] ?? '');
}
