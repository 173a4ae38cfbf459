import type { FlowEdge, FlowNode } from './flow-content.js';

/** An ID for a new node that expressions can read without brackets: `request`, `request2`. */
export function newNodeId(type: string, taken: ReadonlySet<string>): string {
  const name = (type.split('.').at(-1) ?? type).replace(/\W/g, '') || 'node';
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    if (!taken.has(`${name}${number}`)) return `${name}${number}`;
  }
}

/** The ID of an edge between two handles. */
export function edgeId({ source, sourceHandle, target, targetHandle }: Omit<FlowEdge, 'id'>): string {
  return `${source}${sourceHandle ? `:${sourceHandle}` : ''}>${target}${targetHandle ? `:${targetHandle}` : ''}`;
}

const isPlain = (id: string) => /^[A-Za-z_]\w*$/.test(id);

/** How an expression reads the output of a step: `steps.read`, or `steps["node-1"]`. */
export const stepPath = (id: string): string => (isPlain(id) ? `steps.${id}` : `steps[${JSON.stringify(id)}]`);

/** A value in whose texts the steps are read by their new IDs. */
export function renameSteps(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return renameInText(value, ids);
  if (Array.isArray(value)) return value.map((item) => renameSteps(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renameSteps(item, ids)]));
}

function renameInText(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replace(/\bsteps(?:\.([A-Za-z_]\w*)|\[(["'])(.+?)\2\])/g, (whole, plain, _quote, quoted) => {
    const renamed = ids.get(plain ?? quoted);
    return renamed === undefined ? whole : stepPath(renamed);
  });
}

/** Copies of nodes and of the edges between them, with new IDs that nothing else has. */
export function copyOf(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  taken: ReadonlySet<string>,
  offset: { x: number; y: number },
): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const used = new Set(taken);
  const ids = new Map<string, string>();
  for (const { id, type } of nodes) {
    const fresh = newNodeId(type, used);
    used.add(fresh);
    ids.set(id, fresh);
  }
  return {
    nodes: nodes.map((node) => ({
      ...node,
      id: ids.get(node.id) as string,
      position: { x: node.position.x + offset.x, y: node.position.y + offset.y },
      data: renameSteps(node.data, ids) as FlowNode['data'],
    })),
    edges: edges.flatMap((edge) => {
      const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
      if (!source || !target) return [];
      const copy = { ...edge, source, target };
      return [{ ...copy, id: edgeId(copy) }];
    }),
  };
}
