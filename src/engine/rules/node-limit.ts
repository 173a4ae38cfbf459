import { type Rule, refusesSave } from './rule.js';

const most = { nodes: 500, edges: 2000, bytes: 2 * 1024 * 1024 };

export const nodeLimit: Rule = {
  id: 'NODE_LIMIT',
  meaning: 'The flow is too large: more than 500 nodes, 2,000 edges or 2 MiB.',
  cure: 'Move part of it into another flow, and call that with `flow.call`.',
  ...refusesSave,
  check({ nodes, edges }) {
    const over: string[] = [];
    if (nodes.length > most.nodes) over.push(`${nodes.length} nodes (at most ${most.nodes})`);
    if (edges.length > most.edges) over.push(`${edges.length} edges (at most ${most.edges})`);
    const bytes = over.length > 0 ? 0 : Buffer.byteLength(JSON.stringify({ nodes, edges }));
    if (bytes > most.bytes) over.push(`${bytes} bytes (at most ${most.bytes})`);
    if (over.length === 0) return [];
    return [
      {
        message: `The flow has ${over.join(' and ')}. Move part of it into another flow, and call that with flow.call.`,
      },
    ];
  },
};
