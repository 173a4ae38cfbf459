import { hasExpression } from '../expressions/index.js';
import { dataOf } from '../handles.js';
import type { FlowContext } from './flow-context.js';

/**
 * The names of the variables that nodes set: those in a list `assignments` of `{name, value}`. Null where a name is an
 * expression, because its value is not known before the flow runs.
 */
export function assignedNames(context: FlowContext): Set<string> | null {
  const names = new Set<string>();
  for (const node of context.nodes) {
    const { assignments } = dataOf(node);
    if (!Array.isArray(assignments)) continue;
    for (const assignment of assignments) {
      const name = (assignment as { name?: unknown } | null)?.name;
      if (typeof name !== 'string') continue;
      if (hasExpression(name)) return null;
      names.add(name);
    }
  }
  return names;
}
