import { defineModule } from '../../module.js';
import { MaskedValueResolver } from './masked-value.resolver.js';
import { providerSettings } from './own-credentials.js';
import { runValues } from './read-run-values.js';
import { secrets } from './secret.record.js';

export { createOwnCredentials, type ProviderSettingsOf, providerSettings } from './own-credentials.js';
export { type ReadRunValues, type RunValues, runValues } from './read-run-values.js';
export { type Secret, secretContext, secrets } from './secret.record.js';
export { withoutCredentials } from './without-credentials.js';

export const secretsModule = defineModule({
  name: 'accounts/secrets',
  records: [secrets],
  resolvers: [MaskedValueResolver],
  services: [runValues, providerSettings],
});
