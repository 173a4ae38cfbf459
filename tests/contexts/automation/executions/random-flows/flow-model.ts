import type { OnError } from '../../../../../src/engine/index.js';
import type { Random } from './choices.js';

/** A node of a random flow, with its fate. */
export interface Item<Own = unknown> {
  id: string;
  kind: NodeKind<Own>;
  own: Own;
  /** Numbers of loop items, or 0 outside of loops, for which it fails or takes its other way. */
  on: number[];
  /** How many attempts it has, and how many of them fail. */
  attempts: number;
  failures: number;
  onError?: OnError;
  disabled: boolean;
}

/** Nodes in an order in which wires lead on: a whole flow, or the body of a loop. */
export interface Block {
  nodes: Item[];
  wires: { from: number; handle: string; to: number }[];
  /** Of a body: the nodes on the loop's `item`, and what leads back to its `next`. */
  entries: number[];
  returns: { from: number; handle: string }[];
}

/** One kind of node: how it is drawn, how a flow has it, and what becomes of a visit. */
export interface NodeKind<Own = unknown> {
  /** The beginning of its IDs. */
  name: string;
  /** How often it is drawn, in comparison with others. */
  weight: number;
  /** Whether it needs a database and servers; the others also run in memory. */
  needsServer?: true;
  /** What it contains: the body of a loop, or a called flow. */
  contains?: 'body' | 'flow';
  /** Whether it continues with the first that arrives. */
  joinsAny?: true;
  /** Never drawn in a called flow, because another flow needs to know how that one ends. */
  onlyAtTop?: true;
  /** Draws what only this kind has. */
  draw(random: Random, contents: () => Block): Own;
  /** Its source handles; of a loop `done` only. */
  handles: readonly string[];
  /** The type and fields of the node. */
  write(item: Item<Own>, place: Place): { type: string; data: Record<string, unknown> };
  /** What a visit comes to, by the documentation of the node. */
  visit(item: Item<Own>, visit: Visit): Visited;
  /** How a person or event answers a step that waits; null where nobody does. */
  reply?(item: Item<Own>, index: number): string | null;
}

/** Where a node is written. */
export interface Place {
  /** CEL: the number of the loop item, and the whole iteration as a text. */
  index: string;
  iteration: string;
  /** IDs of the nodes before it, and of the loop around it at an entry of the body. */
  sources: readonly string[];
  /** The ID of the flow that an item calls. */
  calledFlow: (item: Item) => string;
  /** The URL that HTTP nodes call. */
  url: string;
}

/** One visit of a node. */
export interface Visit {
  /** The number of the item in its loop; outside of loops, that of the trigger data. */
  index: number;
  iteration: string;
  /** The outputs that arrived, by node. */
  inputs: unknown;
  /** The outputs of the nodes before it as expressions read them, arrived or not; null where there is none. */
  outputs: Readonly<Record<string, unknown>>;
}

/** What a visit comes to. */
export type Visited =
  | { kind: 'done'; handle: string; output: unknown; attempt?: number; effect?: Effect }
  /** Not one attempt succeeds. */
  | { kind: 'failed'; output?: unknown; attempt?: number; effect?: Effect }
  | { kind: 'stop'; status: 'completed' | 'failed' }
  | { kind: 'loop'; items: unknown[]; body: Block; onItemError: 'stop' | 'continue' }
  | { kind: 'call'; flow: Block; wait: boolean };

/** What a visit does outside: it makes a call at each attempt, or one record in all. */
export type Effect = 'call' | 'contact' | 'opportunity';

/** The body of a loop; null of any other node. */
export function bodyOf({ kind, own }: Item): Block | null {
  return kind.contains === 'body' ? (own as { block: Block }).block : null;
}

/** The flow that an item calls; null of any other node. */
export function calledBy({ kind, own }: Item): Block | null {
  return kind.contains === 'flow' ? (own as { block: Block }).block : null;
}

/** Every item of a flow, with those in loops; not those of called flows. */
export function itemsOf(block: Block): Item[] {
  return block.nodes.flatMap((node) => {
    const body = bodyOf(node);
    return body ? [node, ...itemsOf(body)] : [node];
  });
}

/** The IDs of the nodes before a node, each once; at an entry of a loop's body that of the loop, too. */
export function sourcesOf(block: Block, to: number, loop: string | undefined): string[] {
  const before = block.wires.filter((wire) => wire.to === to).map(({ from }) => (block.nodes[from] as Item).id);
  return [...new Set(loop && block.entries.includes(to) ? [...before, loop] : before)];
}
