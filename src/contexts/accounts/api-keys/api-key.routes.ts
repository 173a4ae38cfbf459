import { CreateApiKeyDocument, ListApiKeysDocument, RevokeApiKeyDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /api-keys': route({
    operation: ListApiKeysDocument,
    summary: 'List API keys',
    data: (result) => result.workspace.apiKeys,
  }),
  'POST /api-keys': route({
    operation: CreateApiKeyDocument,
    summary: 'Create an API key',
    example: { body: { name: 'Website', capabilities: ['contacts:write', 'flows:execute'] } },
    data: (result) => result.createApiKey,
    status: 201,
  }),
  'DELETE /api-keys/:keyId': route({
    operation: RevokeApiKeyDocument,
    summary: 'Revoke an API key',
    description: 'Flows and webhooks that run as the key are paused: `paused`.',
    data: (result) => result.revokeApiKey,
  }),
});
