import { hasExpression } from '../expressions/index.js';
import { dataOf } from '../handles.js';
import type { FlowContext } from './flow-context.js';

/**
 * The names under which nodes set variables while a flow runs: those of a list `assignments` of `{name, value}`. Null
 * where a name is an expression, so that nobody can say before the run.
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
