import { assignedNames } from './flow-variables.js';
import { type Rule, refusesRun } from './rule.js';

export const variableUndefined: Rule = {
  id: 'VARIABLE_UNDEFINED',
  meaning: 'An expression reads a variable that the flow does not have.',
  cure: 'Declare the variable, or correct its name.',
  ...refusesRun,
  check(facts) {
    const assigned = assignedNames(facts);
    if (!assigned) return [];
    const known = new Set([...assigned, ...facts.variables.map(({ name }) => name)]);
    return facts.references().flatMap(({ node, field, reference: { root, path } }) => {
      if (root !== 'variables' || path.length === 0 || known.has(String(path[0]))) return [];
      const message = `${facts.nameOf(node)}, field ${field}: the flow has no variable "${path[0]}". Define it, or set it in a step.`;
      return [{ nodeId: node.id, field, message }];
    });
  },
};
