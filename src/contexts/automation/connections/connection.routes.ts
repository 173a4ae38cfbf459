import { TestConnectionDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /connections/:connectionId/test': route({
    operation: TestConnectionDocument,
    summary: 'Test a connection',
    description:
      'Sends a GET request with its credentials to one of its hosts, and says whether they were accepted. Redirects are not followed. With a database it connects, and asks for one value.',
    example: { body: { url: 'https://api.shop.example.com/v1/me' } },
    inFlows: false,
    data: (result) => result.testConnection,
  }),
});
