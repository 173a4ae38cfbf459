import { type Reference, scopeRoots } from '../expressions/index.js';
import type { GraphNode } from '../graph.js';
import { dataOf, hasEach } from '../handles.js';
import type { FlowContext } from './flow-context.js';
import { type Rule, refusesRun } from './rule.js';

const roots: ReadonlySet<string> = new Set(scopeRoots);

export const exprRefUnknown: Rule = {
  id: 'EXPR_REF_UNKNOWN',
  meaning:
    'An expression starts with an unknown root, names a node that does not exist, reads `state` without a key, or the address of a node that has none.',
  cure: 'Use a known root or the ID of a node, see [expressions](expressions.md).',
  ...refusesRun,
  check: (context) =>
    context.references().flatMap(({ node, field, reference: { root, path } }) => {
      const isKnown = roots.has(root) && (!ofPlaces.has(root) || isReadable(context, node, field, root));
      const problem = isKnown
        ? (unknownStep(context, root, path[0]) ?? unreadState(root, path, node) ?? unknownAddress(context, root, path))
        : unknownRoot(root);
      if (problem === null) return [];
      return [{ nodeId: node.id, field, message: context.fieldMessage(node, field, problem) }];
    }),
};

/** Roots that exist only where something runs for each item of a list. */
const ofItems: ReadonlySet<string> = new Set(['item', 'index']);
/** Roots that exist only in some fields or nodes. */
const ofPlaces: ReadonlySet<string> = new Set([...ofItems, 'event']);

function isReadable(context: FlowContext, node: GraphNode, field: string, root: string): boolean {
  const shape = context.shapeOf(node);
  const [own = ''] = field.split(/[.[]/);
  const verbatim = shape?.verbatim?.[own];
  if (root === 'event') return verbatim === 'event';
  if (root === 'item' && verbatim === 'each') return true;
  return shape !== undefined && hasEach(shape, dataOf(node)) && own !== 'each';
}

function unknownRoot(root: string): string {
  if (ofItems.has(root))
    return `reads "${root}", which exists only in fields that are evaluated for each item of a list, and in a node with each. In a loop, read loop.${root}.`;
  if (root === 'event')
    return 'reads "event", which exists only in conditions that wait for an event. What a node waited for is its output: steps.ID.';
  return `reads "${root}", which is not a root of expressions. The root must be one of: ${scopeRoots.join(', ')}.`;
}

/** Only entries that an expression names are read: a computed key, or the state as a whole, would have no value. */
function unreadState(root: string, path: readonly (string | number)[], { type }: GraphNode): string | null {
  if (root !== 'state') return null;
  if (type.startsWith('trigger.')) return 'reads state, which triggers cannot read. Compare it in a logic.if node.';
  if (path.length > 0) return null;
  return 'reads state without naming a key. Write state.KEY or state["KEY"], or read a computed key with a state.get node.';
}

/** Only nodes that wait at an address of their own have one. */
function unknownAddress(context: FlowContext, root: string, [part, id]: Reference['path']): string | null {
  if (root !== 'execution' || part !== 'callbacks' || id === undefined) return null;
  const named = context.nodesById.get(String(id));
  if (named && context.shapeOf(named)?.address) return null;
  return `reads execution.callbacks.${id}, but no node "${id}" of the flow waits at an address. Use the ID of a node that does, for example a wait.callback.`;
}

function unknownStep(context: FlowContext, root: string, id: string | number | undefined): string | null {
  if (root !== 'steps' || id === undefined || context.nodesById.has(String(id))) return null;
  const hyphened = [...context.nodesById.keys()].find((known) => known.startsWith(`${id}-`));
  const cure = hyphened === undefined ? 'Use the ID of a node of this flow.' : `Write steps["${hyphened}"].`;
  return `reads steps.${id}, but the node "${id}" is not found in the flow. ${cure}`;
}
