import type { CodeScope } from '../../platform/code/index.js';
import type { GraphNames, VisibleExecution } from '../define-node.js';

/** The names of n8n, by which code reads its execution. */
const anyName = /\$(?:\s*\(|(?:node|json|input|items|itemIndex|runIndex|execution|workflow|vars|now|today)\b)/;
const arrivedNames = /\$(?:json|input|items)\b/;
/** Where code reads another node: `$('x')`, `$node['x']`, `$node.x` and `$items('x')`. */
const nodeReads = /\$\s*\(|\$node\b|\$items\s*\(\s*[^\s)]/g;
const namedReads =
  /\$(?:\s*\(\s*|node\s*\[\s*|items\s*\(\s*)(["'`])((?:(?!\1|\$\{)[^\\])*)\1\s*[)\]]|\$node\.([A-Za-z_$][\w$]*)/g;

/** The names of nodes that are written out in code. */
export const namesIn = (source: string): string[] =>
  [...source.matchAll(namedReads)].map(([, , quoted, plain]) => quoted ?? plain ?? '');

/** The names of the nodes that code reads; null where it computes one of them. */
function nodesNamed(source: string): ReadonlySet<string> | null {
  const named = namesIn(source);
  return named.length < [...source.matchAll(nodeReads)].length ? null : new Set(named);
}

/** The IDs of the nodes whose outputs code reads. */
export function outputsReadBy(data: Readonly<Record<string, unknown>>, { nodes, incoming }: GraphNames): string[] {
  const { source, input } = data;
  if (typeof source !== 'string' || !anyName.test(source)) return [];
  const named = nodesNamed(source);
  const read = nodes.filter(({ id, name }) => named === null || named.has(name) || named.has(id)).map(({ id }) => id);
  return input === undefined && arrivedNames.test(source) ? [...new Set([...read, ...incoming])] : read;
}

/** What code reads by the names of n8n. Undefined where it uses none of them. */
export function codeScope(
  { source, input }: { source: string; input?: unknown },
  visible: () => VisibleExecution,
): CodeScope | undefined {
  if (!anyName.test(source)) return undefined;
  const { nodes, arrived, globalVars: vars, execution, flow: workflow, now } = visible();
  const named = nodesNamed(source);
  const isRead = ({ id, name }: { id: string; name: string }) => named === null || named.has(name) || named.has(id);
  const given = input === undefined && arrivedNames.test(source) ? arrived : [];
  const shown = nodes.map((node) => (isRead(node) ? node : { id: node.id, name: node.name, output: null }));
  return { arrived: input === undefined ? given : null, nodes: shown, execution, workflow, vars, now };
}
