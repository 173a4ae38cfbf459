import { informs, type Rule } from './rule.js';

export const variableUnused: Rule = {
  id: 'VARIABLE_UNUSED',
  meaning: 'No expression reads a variable of the flow.',
  cure: 'Use it, or remove it.',
  ...informs,
  check(context) {
    const reads = context.references().filter(({ reference }) => reference.root === 'variables');
    // An expression that reads `variables` as a whole may use any of them.
    if (reads.some(({ reference }) => reference.path.length === 0)) return [];
    const used = new Set(reads.map(({ reference }) => String(reference.path[0])));
    return context.variables
      .filter(({ name }) => !used.has(name))
      .map(({ name }) => ({
        field: `variables.${name}`,
        message: `No expression reads the variable "${name}". Use it as {{variables.${name}}}, or remove it.`,
      }));
  },
};
