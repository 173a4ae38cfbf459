import type { FlowFacts } from './flow-facts.js';
import type { Finding } from './rule.js';

/** One finding for each place that names a record which the workspace lacks. */
export function missingRecords(facts: FlowFacts, isAsked: (kind: string) => boolean): Finding[] {
  const known = new Map(Object.entries(facts.input.records ?? {}).map(([kind, ids]) => [kind, new Set(ids)]));
  return facts.records().flatMap(({ node, field, kind, id }) => {
    if (!isAsked(kind.name) || (known.get(kind.name)?.has(id) ?? true)) return [];
    const message = `${facts.nameOf(node)}, field ${field}: the workspace has no ${kind.label} ${id.slice(0, 80)}. Choose one that there is.`;
    return [{ nodeId: node.id, field, message }];
  });
}
