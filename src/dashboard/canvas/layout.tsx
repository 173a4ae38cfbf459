import dagre from '@dagrejs/dagre';
import { cardSize } from './card-size';
import { type FlowEdge, type FlowNode, isReturn } from './graph';

/** The positions of a tidy flow: from the left to the right, without overlaps. */
export function tidyPositions(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
): Map<string, { x: number; y: number }> {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 44, ranksep: 76 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...cardSize(1) });
  // What returns to a loop is no step forward.
  for (const edge of edges) {
    if (isReturn(edge) || !graph.hasNode(edge.source) || !graph.hasNode(edge.target)) continue;
    graph.setEdge(edge.source, edge.target, {}, edge.id);
  }
  dagre.layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x, y, width, height } = graph.node(id) as { x: number; y: number; width: number; height: number };
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }];
    }),
  );
}

/** Whether cards lie on top of each other, as in flows that were made without an editor. */
export function needsLayout(nodes: readonly FlowNode[]): boolean {
  const { width, height } = cardSize(1);
  const sorted = [...nodes].sort((a, b) => a.position.x - b.position.x);
  return sorted.some((node, index) => {
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next] as FlowNode;
      if (other.position.x - node.position.x >= width * 0.9) return false;
      if (Math.abs(other.position.y - node.position.y) < height * 0.9) return true;
    }
    return false;
  });
}

/** The nodes, laid out if their cards would lie on top of each other. */
export function laidOut(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): FlowNode[] {
  if (!needsLayout(nodes)) return [...nodes];
  const positions = tidyPositions(nodes, edges);
  return nodes.map((node) => ({ ...node, position: positions.get(node.id) ?? node.position }));
}
