import { CreateApiKeyDocument, ListApiKeysDocument, RevokeApiKeyDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /api-keys': route({
    operation: ListApiKeysDocument,
    summary: 'API keys that are not revoked',
    data: (result) => result.workspace.apiKeys,
  }),
  'POST /api-keys': route({
    operation: CreateApiKeyDocument,
    summary: 'Make an API key; this answer alone holds its text',
    data: (result) => result.createApiKey,
    status: 201,
  }),
  'DELETE /api-keys/:keyId': route({
    operation: RevokeApiKeyDocument,
    summary: 'Revoke an API key at once',
    data: (result) => result.revokeApiKey,
  }),
});
