import type { Sink } from './expressions/index.js';
import type { NodeCatalogue, NodeShape } from './node-shape.js';

/** What a field of a node does with secrets; undefined where it does not accept them. */
export function sinkOf({ sinks }: NodeShape, field: string): Sink | undefined {
  const name = Object.keys(sinks ?? {}).find(
    (one) => field === one || (/^[.[]/.test(field.slice(one.length)) && field.startsWith(one)),
  );
  return name === undefined ? undefined : sinks?.[name];
}

/** Every field that accepts secrets, for messages: `auth of http.request`, and of all operations of one service `rows of app.mysql.*`. */
export function sinkNames(catalogue: NodeCatalogue): string {
  const byNode = new Map<string, Set<string>>();
  for (const { type, sinks = {} } of catalogue.values()) {
    const node = type.replace(/^(app\.[^.]+)\..*/, '$1.*');
    const fields = Object.keys(sinks);
    if (fields.length > 0) byNode.set(node, new Set([...(byNode.get(node) ?? []), ...fields]));
  }
  const names = [...byNode].map(([node, fields]) => `${listed([...fields])} of ${node}`);
  return names.length > 0 ? names.join('; ') : 'no field';
}

/** Why a field refuses a secret, as the end of a sentence that begins with the field. */
export function sinkProblem(catalogue: NodeCatalogue): string {
  return `must not depend on a secret. Secrets are accepted only in ${sinkNames(catalogue)}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
