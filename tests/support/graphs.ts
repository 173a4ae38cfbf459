/** A node at an arbitrary position. */
export function node(id: string, type: string, data: Record<string, unknown> = {}) {
  return { id, type, position: { x: 0, y: 0 }, data };
}

/** An edge written as `source>target` or `source:handle>target`. */
export function edge(text: string) {
  const [, source, sourceHandle, target] = /^([^:>]+)(?::(.+))?>([^>]+)$/.exec(text) ?? [];
  if (!source || !target) throw new Error(`Not an edge: ${text}`);
  return { id: text, source, target, ...(sourceHandle && { sourceHandle }) };
}

/** A graph from nodes and edges written as `source>target` or `source:handle>target`. */
export function graph(nodes: ReturnType<typeof node>[], ...edges: string[]) {
  return { nodes, edges: edges.map(edge) };
}
