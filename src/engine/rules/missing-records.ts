import type { FlowContext } from './flow-context.js';
import type { Finding } from './rule.js';

/** One finding for each field that names a record which does not exist in the workspace. */
export function missingRecords(context: FlowContext, isChecked: (kind: string) => boolean): Finding[] {
  const known = new Map(Object.entries(context.input.records ?? {}).map(([kind, ids]) => [kind, new Set(ids)]));
  return context.records().flatMap(({ node, field, kind, id }) => {
    if (!isChecked(kind.name) || (known.get(kind.name)?.has(id) ?? true)) return [];
    const message = context.fieldMessage(
      node,
      field,
      `names the ${kind.label} ${id.slice(0, 80)}, which is not found in the workspace. Choose an existing one.`,
    );
    return [{ nodeId: node.id, field, message }];
  });
}
