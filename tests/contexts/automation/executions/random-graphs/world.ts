import type { GraphEdge, GraphNode } from '../../../../../src/engine/index.js';

/** A node of a random graph, with its fate. Within a loop `on` names the items that it is true or fails for. */
export interface Item {
  id: string;
  kind: 'trigger' | 'set' | 'if' | 'switch' | 'call' | 'sum' | 'merge' | 'any' | 'loop' | 'stop' | 'delay';
  on: number[];
  /** Attempts that fail, of those it has. */
  failures: number;
  attempts: number;
  onError?: 'fail' | 'continue' | 'branch';
  disabled: boolean;
  /** Of a stop. */
  status: 'completed' | 'failed';
  /** Of a loop: how many items, what becomes of one that fails, and its body. */
  items: number;
  onItemError: 'stop' | 'continue';
  body: Block | null;
}

/** Nodes in an order in which wires lead on; a loop's body, or the whole graph. */
export interface Block {
  nodes: Item[];
  wires: { from: number; handle: string; to: number }[];
  /** Of a body: the nodes on the loop's `item`, and what leads back to its `next`. */
  entries: number[];
  returns: { from: number; handle: string }[];
}

export type Random = (below: number) => number;

/** Numbers from a seed, alike everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((((mixed ^ (mixed >>> 14)) >>> 0) * below) / 2 ** 32) | 0;
  };
}

const handles: Record<Item['kind'], string[]> = {
  trigger: ['out'],
  set: ['out'],
  if: ['true', 'false'],
  switch: ['case:a', 'case:b', 'default'],
  call: ['out', 'error'],
  sum: ['out', 'error'],
  merge: ['out'],
  any: ['out'],
  loop: ['done'],
  stop: [],
  delay: ['out'],
};

export const handlesOf = ({ kind }: Item): string[] => handles[kind];

const kinds: Item['kind'][] = [
  ...(['set', 'set', 'set', 'if', 'if', 'switch', 'call', 'call', 'call', 'sum', 'merge', 'merge', 'any'] as const),
  ...(['loop', 'loop', 'delay'] as const),
];

/** A graph with branches, merges, loops within loops, failures, retries, waits and disabled nodes. */
export function randomGraph(random: Random): Block {
  let count = 0;

  function item(kind: Item['kind'], depth: number): Item {
    const fails = random(100) < 40;
    const attempts = random(2) === 0 ? 1 + random(3) : 1;
    return {
      id: `${kind}${count++}`,
      kind,
      on: [0, 1, 2].filter(() => (kind === 'if' ? random(2) === 0 : fails && random(3) > 0)),
      attempts,
      failures: random(2) === 0 ? attempts : random(attempts) + (attempts > 1 ? 0 : 1),
      ...(random(3) === 0 && { onError: (['fail', 'continue', 'branch'] as const)[random(3)] as 'fail' }),
      disabled: random(12) === 0,
      status: random(2) === 0 ? 'completed' : 'failed',
      items: random(4),
      onItemError: random(2) === 0 ? 'stop' : 'continue',
      body: kind === 'loop' ? block(depth + 1, random(5), 'body') : null,
    };
  }

  function kindAt(depth: number): Item['kind'] {
    if (random(80) === 0) return 'stop';
    const kind = kinds[random(kinds.length)] as Item['kind'];
    return kind === 'loop' && depth >= 2 ? 'set' : kind;
  }

  function block(depth: number, size: number, place: 'body' | 'graph'): Block {
    const nodes = place === 'graph' ? [item('trigger', depth)] : [];
    while (nodes.length < size + (place === 'graph' ? 1 : 0)) nodes.push(item(kindAt(depth), depth));
    const wires: Block['wires'] = [];
    const entries: number[] = [];
    const wire = (to: number): boolean => {
      const from = random(to);
      const own = handlesOf(nodes[from] as Item);
      const handle = own[random(own.length)];
      if (handle !== undefined) wires.push({ from, handle, to });
      return handle !== undefined;
    };
    for (let to = place === 'graph' ? 1 : 0; to < nodes.length; to++) {
      const tries = to === 0 ? 0 : 1 + random(3);
      const wired = Array.from({ length: tries }, () => wire(to)).some(Boolean);
      if (!wired && place === 'graph') wires.push({ from: 0, handle: 'out', to });
      if (place === 'body' && (!wired || random(6) === 0)) entries.push(to);
    }
    const returns = nodes.flatMap((node, from) => {
      const own = handlesOf(node);
      return place === 'body' && own.length > 0 && random(2) === 0
        ? [{ from, handle: own[random(own.length)] as string }]
        : [];
    });
    return { nodes, wires, entries, returns };
  }

  return block(0, 2 + random(8), 'graph');
}

/** The same graph as React Flow writes it: flat. */
export function flatten(graph: Block): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const edge = (source: string, sourceHandle: string, target: string, targetHandle = 'in') =>
    edges.push({ id: `e${edges.length}`, source, sourceHandle, target, targetHandle });
  const add = (block: Block, loop: Item | null) => {
    const idOf = (index: number) => (block.nodes[index] as Item).id;
    for (const node of block.nodes) {
      nodes.push({ id: node.id, position: { x: 0, y: 0 }, ...write(node, loop !== null) } as GraphNode);
      if (node.body) add(node.body, node);
    }
    for (const { from, handle, to } of block.wires) edge(idOf(from), handle, idOf(to));
    for (const to of block.entries) if (loop) edge(loop.id, 'item', idOf(to));
    for (const { from, handle } of block.returns) if (loop) edge(idOf(from), handle, loop.id, 'next');
  };
  add(graph, null);
  return { nodes, edges };
}

function write(node: Item, looped: boolean): { type: string; data: object } {
  const index = looped ? '{{loop.index}}' : 0;
  const policies = {
    ...(node.disabled && { disabled: true }),
    ...(node.onError && { onError: node.onError }),
    ...(node.attempts > 1 && { retry: { attempts: node.attempts, backoffSeconds: 0.001 } }),
  };
  const data = (own: object) => ({ ...policies, ...own });
  switch (node.kind) {
    case 'trigger':
      return { type: 'trigger.manual', data: {} };
    case 'set':
      return { type: 'data.set', data: data({ assignments: [{ name: 'x', value: index }] }) };
    case 'if':
      return { type: 'logic.if', data: data({ conditions: [{ left: index, operator: 'in', right: node.on }] }) };
    case 'switch': {
      const cases = [0, 1].map((equals) => ({ id: equals === 0 ? 'a' : 'b', equals }));
      return { type: 'logic.switch', data: data({ value: index, cases }) };
    }
    case 'call':
      return { type: 'http.request', data: data({ method: 'POST', url: `http://world.test/${node.id}` }) };
    case 'sum': {
      const failsHere = `${looped ? 'loop.index' : '0'} in [${node.on.join(', ')}]`;
      return { type: 'data.transform', data: data({ expression: `${failsHere} ? 1 / 0 : 7` }) };
    }
    case 'merge':
    case 'any':
      return { type: 'logic.merge', data: data({ mode: node.kind === 'any' ? 'any' : 'all' }) };
    case 'loop': {
      const items = Array.from({ length: node.items }, (_, item) => item * 10);
      return {
        type: 'logic.loop',
        data: data({ items, onItemError: node.onItemError, onError: undefined, retry: undefined }),
      };
    }
    case 'stop':
      return { type: 'logic.stop', data: data({ status: node.status }) };
    case 'delay':
      return { type: 'logic.delay', data: data({ seconds: 5 }) };
  }
}
