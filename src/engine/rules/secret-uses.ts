import { secretNamesOf } from './external-references.js';
import type { FlowContext } from './flow-context.js';
import type { Finding } from './rule.js';

/** One finding for each use of a secret that breaks a rule: in expressions, and in fields that hold its name. */
export function secretFindings(
  context: FlowContext,
  isBroken: (name: string) => boolean,
  problem: (name: string) => string,
): Finding[] {
  const uses = context.references().flatMap(({ node, field, reference: { root, path } }) => {
    return root === 'boveda' && path.length > 0 ? [{ node, field, name: String(path[0]) }] : [];
  });
  const named = context.nodes.flatMap((node) =>
    secretNamesOf(node, context.catalogue).map((use) => ({ node, ...use })),
  );
  return [...uses, ...named].flatMap(({ node, field, name }) => {
    if (!isBroken(name)) return [];
    return [{ nodeId: node.id, field, message: context.fieldMessage(node, field, problem(name)) }];
  });
}
