import type { FlowFacts } from './flow-facts.js';
import { signingSecretOf } from './outside-names.js';
import type { Finding } from './rule.js';

/** One finding for each place that names a secret and breaks a rule: expressions, and a webhook's signature. */
export function secretFindings(
  facts: FlowFacts,
  isBroken: (name: string) => boolean,
  problem: (name: string) => string,
): Finding[] {
  const uses = facts.references().flatMap(({ node, field, reference: { root, path } }) => {
    return root === 'boveda' && path.length > 0 ? [{ node, field, name: String(path[0]) }] : [];
  });
  const signing = facts.triggers.flatMap((node) => {
    const name = signingSecretOf(node);
    return name === null ? [] : [{ node, field: 'auth.secretName', name }];
  });
  return [...uses, ...signing].flatMap(({ node, field, name }) => {
    if (!isBroken(name)) return [];
    return [{ nodeId: node.id, field, message: `${facts.nameOf(node)}, field ${field}: ${problem(name)}` }];
  });
}
