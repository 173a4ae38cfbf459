import type { FlowContent, FlowEdge, FlowNode } from './flow-content.js';
import { sameJson } from './flow-content.js';

export type Side = 'mine' | 'theirs';

/** A node that both sides changed since their common state, in different ways. Undefined where it was deleted. */
export interface NodeConflict {
  id: string;
  base: FlowNode | undefined;
  mine: FlowNode | undefined;
  theirs: FlowNode | undefined;
}

/** What both sides changed, to be decided, and what only the other side did. */
export interface Comparison {
  conflicts: NodeConflict[];
  /** IDs of the nodes that only the other side added, changed or deleted. */
  theirs: string[];
}

/** What two contents changed of the one that both began with. */
export function compare(base: FlowContent, mine: FlowContent, theirs: FlowContent): Comparison {
  const [b, m, t] = [byId(base.nodes), byId(mine.nodes), byId(theirs.nodes)];
  const conflicts: NodeConflict[] = [];
  const changedByThem: string[] = [];
  for (const id of new Set([...b.keys(), ...m.keys(), ...t.keys()])) {
    const node = { id, base: b.get(id), mine: m.get(id), theirs: t.get(id) };
    if (sameNode(node.base, node.theirs) || sameNode(node.mine, node.theirs)) continue;
    if (sameNode(node.base, node.mine)) changedByThem.push(id);
    else conflicts.push(node);
  }
  return { conflicts, theirs: changedByThem };
}

/**
 * Both changes together. What only one side changed is taken from it; a node that both changed from the chosen side.
 * Settings and variables are those of the side that changed them, `mine` if both did.
 */
export function merge(
  base: FlowContent,
  mine: FlowContent,
  theirs: FlowContent,
  chosen: Readonly<Record<string, Side>>,
): FlowContent {
  const [b, m, t] = [byId(base.nodes), byId(mine.nodes), byId(theirs.nodes)];
  const { conflicts } = compare(base, mine, theirs);
  const open = new Set(conflicts.map(({ id }) => id));
  const sideOf = (id: string): Side => {
    if (open.has(id)) return chosen[id] ?? 'mine';
    return sameNode(b.get(id), m.get(id)) ? 'theirs' : 'mine';
  };
  const nodes = [...new Set([...m.keys(), ...t.keys()])].flatMap((id) => {
    const node = (sideOf(id) === 'mine' ? m : t).get(id);
    return node ? [node] : [];
  });
  const kept = new Set(nodes.map(({ id }) => id));
  return {
    nodes,
    edges: mergeEdges(base.edges, mine.edges, theirs.edges).filter(
      ({ source, target }) => kept.has(source) && kept.has(target),
    ),
    variables: sameJson(base.variables, mine.variables) ? theirs.variables : mine.variables,
    settings: sameJson(base.settings, mine.settings) ? theirs.settings : mine.settings,
  };
}

function mergeEdges(
  base: readonly FlowEdge[],
  mine: readonly FlowEdge[],
  theirs: readonly FlowEdge[],
): readonly FlowEdge[] {
  const [b, m, t] = [byEnds(base), byEnds(mine), byEnds(theirs)];
  // An edge stays unless one side deleted it; one that a side added comes.
  return [...new Map([...m, ...t])]
    .filter(([key]) => (b.has(key) ? m.has(key) && t.has(key) : true))
    .map(([, edge]) => edge);
}

/** Where a node stands is no change that needs a decision. */
function sameNode(a: FlowNode | undefined, b: FlowNode | undefined): boolean {
  if (!a || !b) return a === b;
  return sameJson({ ...a, position: null }, { ...b, position: null });
}

const byId = (nodes: readonly FlowNode[]) => new Map(nodes.map((node) => [node.id, node]));
const byEnds = (edges: readonly FlowEdge[]) =>
  new Map(
    edges.map((edge) => [
      `${edge.source}\n${edge.sourceHandle ?? ''}\n${edge.target}\n${edge.targetHandle ?? ''}`,
      edge,
    ]),
  );
