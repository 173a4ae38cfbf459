import type { FlowContext } from './flow-context.js';
import type { Finding } from './rule.js';

/** One finding for each place that names a record which the workspace lacks. */
export function missingRecords(context: FlowContext, isAsked: (kind: string) => boolean): Finding[] {
  const known = new Map(Object.entries(context.input.records ?? {}).map(([kind, ids]) => [kind, new Set(ids)]));
  return context.records().flatMap(({ node, field, kind, id }) => {
    if (!isAsked(kind.name) || (known.get(kind.name)?.has(id) ?? true)) return [];
    const message = `${context.nameOf(node)}, field ${field}: the workspace has no ${kind.label} ${id.slice(0, 80)}. Choose one that there is.`;
    return [{ nodeId: node.id, field, message }];
  });
}
