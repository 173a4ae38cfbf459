import { assignedNames } from './flow-variables.js';
import { type Rule, refusesRun } from './rule.js';

export const variableUndefined: Rule = {
  id: 'VARIABLE_UNDEFINED',
  meaning: 'An expression reads a variable that the flow does not have.',
  cure: 'Declare the variable, or correct its name.',
  ...refusesRun,
  check(context) {
    const assigned = assignedNames(context);
    if (!assigned) return [];
    const known = new Set([...assigned, ...context.variables.map(({ name }) => name)]);
    return context.references().flatMap(({ node, field, reference: { root, path } }) => {
      if (root !== 'variables' || path.length === 0 || known.has(String(path[0]))) return [];
      const message = context.fieldMessage(
        node,
        field,
        `reads the variable "${path[0]}", which is not found in the flow. Declare it, or set it with data.set.`,
      );
      return [{ nodeId: node.id, field, message }];
    });
  },
};
