import { defineModule } from '../../module.js';
import { RedactedValueResolver } from './masked-value.resolver.js';
import { ownMail, providerSettings } from './own-credentials.js';
import { executionValues } from './read-execution-values.js';
import { secrets } from './secret.record.js';

export { createOwnCredentials, ownMail, type ProviderSettingsOf, providerSettings } from './own-credentials.js';
export { type ExecutionValues, executionValues, type ReadExecutionValues } from './read-execution-values.js';
export { type Secret, secretContext, secrets } from './secret.record.js';
export { withoutCredentials } from './without-credentials.js';

export const secretsModule = defineModule({
  name: 'accounts/secrets',
  records: [secrets],
  resolvers: [RedactedValueResolver],
  services: [executionValues, providerSettings, ownMail],
});
