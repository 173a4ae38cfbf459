import { defineModule } from '../../module.js';
import { sealedSecrets } from './sealed-secret.js';
import { Secret } from './secret.entity.js';
import { SecretMutations, SecretResolver, WorkspaceSecretsResolver } from './secret.resolver.js';

export { createOwnCredentials, createProviderSettings } from './own-credentials.js';
export { createRunValues, type ReadRunValues, type RunValues } from './read-run-values.js';
export { secretContext } from './sealed-secret.js';
export { Secret } from './secret.entity.js';
export { withoutCredentials } from './without-credentials.js';

export const secretsModule = defineModule({
  name: 'accounts/secrets',
  resolvers: [WorkspaceSecretsResolver, SecretResolver, SecretMutations],
  entities: [Secret],
  ids: { secretId: 'secrets' },
  routes: async () => [(await import('./secret.routes.js')).routes],
  sealedColumns: [sealedSecrets],
});
