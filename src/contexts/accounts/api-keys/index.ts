import { defineModule } from '../../module.js';
import { ApiKey } from '../entities/api-key.entity.js';
import { ApiKeyResolver } from './api-key.resolver.js';
import { apiKeyAddresses } from './api-key-address.entity.js';
import { loadApiKey } from './list-api-keys.js';
import { keyAddresses } from './record-new-address.js';

export { findApiKey } from './find-api-key.js';
export { looksLikeKey } from './key-text.js';
export { keyAddresses } from './record-new-address.js';

export const apiKeysModule = defineModule({
  name: 'accounts/api-keys',
  resolvers: [ApiKeyResolver],
  entities: [ApiKey, apiKeyAddresses],
  services: [keyAddresses],
  ids: { keyId: 'api_keys' },
  nodes: [{ name: 'ApiKey', rule: { session: true }, table: 'api_keys', load: loadApiKey }],
  routes: async () => [(await import('./api-key.routes.js')).routes],
});
