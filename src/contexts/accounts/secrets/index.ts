import { defineModule } from '../../module.js';
import { MaskedValueResolver } from './masked-value.resolver.js';
import { secrets } from './secret.record.js';

export { createOwnCredentials, createProviderSettings } from './own-credentials.js';
export { createRunValues, type ReadRunValues, type RunValues } from './read-run-values.js';
export { type Secret, secretContext, secrets } from './secret.record.js';
export { withoutCredentials } from './without-credentials.js';

export const secretsModule = defineModule({
  name: 'accounts/secrets',
  records: [secrets],
  resolvers: [MaskedValueResolver],
});
