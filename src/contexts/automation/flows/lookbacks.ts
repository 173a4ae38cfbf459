import { catalogue } from '../../../nodes/index.js';
import type { FlowContent } from './content/flow-content.js';

/** The kind of references that say which events a flow looks back on. */
const lookback = 'lookback';

/** The events on which the nodes of a flow look back, as references: the type and the seconds, for example `contact.updated 600`. */
export function lookbacksOf({ nodes }: Pick<FlowContent, 'nodes'>): { kind: string; name: string }[] {
  const longest = new Map<string, number>();
  for (const { type, data } of nodes) {
    const { types = [], seconds = 0 } = catalogue.get(type)?.looksBack?.(data) ?? {};
    for (const one of types) longest.set(one, Math.max(longest.get(one) ?? 0, Math.ceil(seconds)));
  }
  return [...longest].map(([type, seconds]) => ({ kind: lookback, name: `${type} ${seconds}` }));
}

/** SQL: for how many seconds events of a type are kept, because a flow of the workspace looks back on them; null for none. */
export function lookbackSecondsSql(workspace: string, type: string): string {
  return `(select max(split_part(r.name, ' ', 2)::integer) from flow_references r
    where r.workspace_id = ${workspace} and r.kind = '${lookback}' and split_part(r.name, ' ', 1) in (${type}, '*'))`;
}
