import { isPlainSecret, plainSecretsOf } from './plain-secrets.js';
import { type Rule, warns } from './rule.js';

const cure = 'Store it in the vault and write {{boveda.name}} instead.';

export const hardcodedSecret: Rule = {
  id: 'HARDCODED_SECRET',
  meaning: 'A text looks like a password, key or token.',
  cure: 'Store it as a secret and write `{{boveda.NAME}}`.',
  ...warns,
  check(context) {
    const inNodes = context.nodes.flatMap((node) =>
      plainSecretsOf(node).map(({ field }) => {
        const message = `${context.nameOf(node)}, field ${field}: this looks like a secret, and everybody who reads the flow sees it. ${cure}`;
        return { nodeId: node.id, field, message };
      }),
    );
    const inVariables = context.variables.flatMap(({ name, value }, index) => {
      if (!isPlainSecret(name, value)) return [];
      const message = `The variable ${name} looks like a secret, and everybody who reads the flow sees it. ${cure}`;
      return [{ field: `variables[${index}].value`, message }];
    });
    return [...inNodes, ...inVariables];
  },
};
