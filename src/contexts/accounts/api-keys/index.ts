import { ApiKey } from './api-key.entity.js';
import { ApiKeyResolver } from './api-key.resolver.js';

export { findApiKey } from './find-api-key.js';
export { looksLikeKey } from './key-text.js';

export const apiKeyResolvers = [ApiKeyResolver];

export const apiKeyEntities = [ApiKey];

/** Argument names and the tables that their rows stand in. */
export const apiKeyIds = { keyId: 'api_keys' };
