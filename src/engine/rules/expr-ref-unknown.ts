import { scopeRoots } from '../expressions/index.js';
import type { FlowContext } from './flow-context.js';
import { type Rule, refusesRun } from './rule.js';

const roots: ReadonlySet<string> = new Set(scopeRoots);

export const exprRefUnknown: Rule = {
  id: 'EXPR_REF_UNKNOWN',
  meaning: 'An expression begins with an unknown root, or names a node that does not exist.',
  cure: 'Use a known root or the id of a node, see [expressions](expressions.md).',
  ...refusesRun,
  check: (context) =>
    context.references().flatMap(({ node, field, reference: { root, path } }) => {
      const problem = roots.has(root) ? unknownStep(context, root, path[0]) : unknownRoot(root);
      if (problem === null) return [];
      return [{ nodeId: node.id, field, message: `${context.nameOf(node)}, field ${field}: ${problem}` }];
    }),
};

function unknownRoot(root: string): string {
  return `"${root}" is nothing an expression can begin with. Use one of: ${scopeRoots.join(', ')}.`;
}

function unknownStep(context: FlowContext, root: string, id: string | number | undefined): string | null {
  if (root !== 'steps' || id === undefined || context.nodesById.has(String(id))) return null;
  const hyphened = [...context.nodesById.keys()].find((known) => known.startsWith(`${id}-`));
  const cure = hyphened === undefined ? 'Use the id of a node of this flow.' : `Write steps["${hyphened}"].`;
  return `steps.${id} names no node. ${cure}`;
}
