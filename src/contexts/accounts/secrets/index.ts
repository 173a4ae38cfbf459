import { Secret } from './secret.entity.js';
import { SecretMutations, SecretResolver, WorkspaceSecretsResolver } from './secret.resolver.js';

export { createRunValues, type ReadRunValues, type RunValues } from './read-run-values.js';
export { sealedSecrets, secretContext } from './sealed-secret.js';
export { Secret } from './secret.entity.js';

export const secretEntities = [Secret];

export const secretResolvers = [WorkspaceSecretsResolver, SecretResolver, SecretMutations];

/** Argument names and the tables that their rows stand in. */
export const secretIds = { secretId: 'secrets' };
