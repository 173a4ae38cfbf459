import { type Rule, refusesRun } from './rule.js';

export const globalVarMissing: Rule = {
  id: 'GLOBAL_VAR_MISSING',
  meaning: 'An expression reads a global variable that does not exist.',
  cure: 'Create the variable, or correct its name.',
  ...refusesRun,
  check(context) {
    const known = new Set(context.input.globalVars ?? []);
    return context.references().flatMap(({ node, field, reference: { root, path } }) => {
      if (root !== 'globalVars' || path.length === 0 || known.has(String(path[0]))) return [];
      const message = context.fieldMessage(
        node,
        field,
        `reads the global variable "${path[0]}", which is not found in the workspace. Create it, or correct the name.`,
      );
      return [{ nodeId: node.id, field, message }];
    });
  },
};
