import { ListQuotasDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /quotas': route({
    operation: ListQuotasDocument,
    summary: 'List quotas',
    data: (result) => result.workspace.quotas,
  }),
});
