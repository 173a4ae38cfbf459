import type { Sink } from './expressions/index.js';
import type { NodeCatalogue, NodeShape } from './node-shape.js';

/** What a field of a node does with secrets; undefined where it does not accept them. */
export function sinkOf({ sinks }: NodeShape, field: string): Sink | undefined {
  const name = Object.keys(sinks ?? {}).find(
    (one) => field === one || (/^[.[]/.test(field.slice(one.length)) && field.startsWith(one)),
  );
  return name === undefined ? undefined : sinks?.[name];
}

/** Every field that accepts secrets, for messages: `auth of http.request`. */
export function sinkNames(catalogue: NodeCatalogue): string {
  const names = [...catalogue.values()].flatMap(({ type, sinks = {} }) => {
    const fields = Object.keys(sinks);
    return fields.length > 0 ? [`${listed(fields)} of ${type}`] : [];
  });
  return names.length > 0 ? names.join('; ') : 'no field';
}

/** Why a field refuses a secret, as the end of a sentence that begins with the field. */
export function sinkProblem(catalogue: NodeCatalogue): string {
  return `must not depend on a secret. Secrets are accepted only in ${sinkNames(catalogue)}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
