import { type Rule, refusesRun } from './rule.js';
import { secretFindings } from './secret-uses.js';

export const secretOutOfScope: Rule = {
  id: 'SECRET_OUT_OF_SCOPE',
  meaning: 'An expression reads a secret that belongs to another flow only.',
  cure: 'Create the secret for this flow, or for the whole workspace.',
  ...refusesRun,
  check(context) {
    const foreign = new Set(context.input.foreignSecrets ?? []);
    return secretFindings(
      context,
      (name) => foreign.has(name),
      (name) =>
        `refers to the secret "${name}", which belongs to another flow only. Create one for this flow, or for the whole workspace.`,
    );
  },
};
