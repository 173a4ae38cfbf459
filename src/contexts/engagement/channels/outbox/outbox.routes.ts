import { ListOutboxDocument } from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /outbox': route({
    operation: ListOutboxDocument,
    summary: 'List outbox messages',
    data: (result) => result.workspace.outbox,
  }),
});
