import { type Rule, refusesRun } from './rule.js';
import { secretFindings } from './secret-uses.js';

export const secretMissing: Rule = {
  id: 'SECRET_MISSING',
  meaning: 'An expression reads a secret that does not exist.',
  cure: 'Create the secret, or correct its name.',
  ...refusesRun,
  check(context) {
    const known = new Set([...(context.input.secrets ?? []), ...(context.input.foreignSecrets ?? [])]);
    return secretFindings(
      context,
      (name) => !known.has(name),
      (name) => `refers to the secret "${name}", which is not found in the workspace. Create it, or correct the name.`,
    );
  },
};
