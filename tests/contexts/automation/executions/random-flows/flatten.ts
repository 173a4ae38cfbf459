import type { GraphEdge, GraphNode } from '../../../../../src/engine/index.js';
import { type Block, bodyOf, type Item, type Place, sourcesOf } from './flow-model.js';

/** The same flow as React Flow writes it: flat. */
export function flatten(flow: Block, { calledFlow, url }: Pick<Place, 'calledFlow' | 'url'>) {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const edge = (source: string, sourceHandle: string, target: string, targetHandle = 'in') =>
    edges.push({ id: `e${edges.length}`, source, sourceHandle, target, targetHandle });
  const add = (block: Block, loops: readonly string[]) => {
    const idOf = (at: number) => (block.nodes[at] as Item).id;
    const around = loops.at(-1);
    const index = around ? 'loop.index' : 'triggerData.index';
    const iteration = loops.map((id) => `string(steps["${id}"].index)`).join(' + "." + ') || '""';
    for (const [to, item] of block.nodes.entries()) {
      const sources = sourcesOf(block, to, around);
      const { type, data } = item.kind.write(item, { index, iteration, sources, calledFlow, url });
      const isTrigger = type.startsWith('trigger.');
      nodes.push({
        id: item.id,
        type,
        position: { x: 0, y: 0 },
        data: isTrigger ? data : { ...policies(item), ...data },
      });
      const body = bodyOf(item);
      if (body) add(body, [...loops, item.id]);
    }
    for (const { from, handle, to } of block.wires) edge(idOf(from), handle, idOf(to));
    for (const to of block.entries) if (around) edge(around, 'item', idOf(to));
    for (const { from, handle } of block.returns) if (around) edge(idOf(from), handle, around, 'next');
  };
  add(flow, []);
  return { nodes, edges };
}

function policies({ disabled, onError, attempts }: Item): Record<string, unknown> {
  return {
    ...(disabled && { disabled: true }),
    ...(onError && { onError }),
    ...(attempts > 1 && { retry: { attempts, backoffSeconds: 0.001 } }),
  };
}
