import { isPlainSecret, plainSecretsOf } from './plain-secrets.js';
import { type Rule, warns } from './rule.js';

const problem =
  'looks like a secret, which everyone who can read the flow can see. Store it as a secret and write {{boveda.NAME}} instead.';

export const hardcodedSecret: Rule = {
  id: 'HARDCODED_SECRET',
  meaning: 'A text looks like a password, key or token.',
  cure: 'Store it as a secret and write `{{boveda.NAME}}` instead.',
  ...warns,
  check(context) {
    const inNodes = context.nodes.flatMap((node) =>
      plainSecretsOf(node).map(({ field }) => {
        const message = context.fieldMessage(node, field, problem);
        return { nodeId: node.id, field, message };
      }),
    );
    const inVariables = context.variables.flatMap(({ name, value }, index) => {
      if (!isPlainSecret(name, value)) return [];
      const message = `The variable ${name} ${problem}`;
      return [{ field: `variables[${index}].value`, message }];
    });
    return [...inNodes, ...inVariables];
  },
};
