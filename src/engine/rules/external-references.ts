import { drain } from '../expressions/index.js';
import type { Graph, GraphNode } from '../graph.js';
import { dataOf } from '../handles.js';
import type { NodeCatalogue } from '../node-shape.js';
import { type ExpressionUse, type ParsedNodes, parseNodes } from './expression-uses.js';
import { recordUses } from './record-uses.js';
import { valueIn } from './value-in.js';

/**
 * Something in the workspace that a graph refers to: a secret or a global variable by name (`*` where an expression
 * computes the name), a record by ID or, where its kind accepts them, by name.
 */
export interface ExternalReference {
  /** `secret`, `globalVar`, or the name of a kind of records. */
  kind: string;
  name: string;
}

/** Stands for a name that an expression computes, as in `boveda[triggerData.key]`. */
export const anyName = '*';

/** Names that secrets and global variables can have. */
const possibleName = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** The longest name of a record. */
const longestName = 200;

/** IDs that records can have. */
const possibleId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const kinds: Readonly<Record<string, string>> = { boveda: 'secret', globalVars: 'globalVar' };

/** Parses the texts of nodes that may name secrets or variables in parts. Others are not parsed, because this runs each time a graph is stored. */
export function parseNames(nodes: readonly GraphNode[], catalogue: NodeCatalogue): Generator<void, ParsedNodes> {
  return parseNodes(nodes, catalogue, (text) => text.includes('boveda') || text.includes('globalVars'));
}

/**
 * Everything in the workspace that a graph refers to, each once. Texts that cannot be parsed refer to nothing.
 * @param parsed its nodes, if they have been parsed already
 */
export function externalReferencesOf(
  { nodes }: Pick<Graph, 'nodes'>,
  catalogue: NodeCatalogue,
  parsed: ParsedNodes = drain(parseNames(nodes, catalogue)),
): ExternalReference[] {
  const found = new Map<string, ExternalReference>();
  const add = (name: ExternalReference) => {
    if (name.name === anyName || possibleName.test(name.name)) found.set(`${name.kind} ${name.name}`, name);
  };
  for (const node of nodes) {
    for (const { name } of secretNamesOf(node, catalogue)) add({ kind: 'secret', name });
    for (const use of parsed.get(node) ?? []) for (const name of namesIn(use)) add(name);
  }
  for (const { kind, id } of recordUses(nodes, catalogue)) {
    if (possibleId.test(id) || (kind.byName && id.length <= longestName))
      found.set(`${kind.name} ${id}`, { kind: kind.name, name: id });
  }
  return [...found.values()];
}

/** The secrets that fields of a node hold the names of, as its type declares, for example that of a webhook's signature. */
export function secretNamesOf(node: GraphNode, catalogue: NodeCatalogue): { field: string; name: string }[] {
  return (catalogue.get(node.type)?.secretNames ?? []).flatMap((field) => {
    const name = valueIn(dataOf(node), field);
    return typeof name === 'string' ? [{ field, name }] : [];
  });
}

function namesIn({ expressions }: ExpressionUse): ExternalReference[] {
  return expressions.flatMap(({ references }) =>
    references.flatMap(({ root, path }) => {
      const kind = Object.hasOwn(kinds, root) ? kinds[root] : undefined;
      return kind ? [{ kind, name: path.length === 0 ? anyName : String(path[0]) }] : [];
    }),
  );
}
