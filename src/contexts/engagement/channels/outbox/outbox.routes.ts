import { ListOutboxDocument } from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /outbox': route({
    operation: ListOutboxDocument,
    summary: 'Messages that flows sent, or tried to, newest first',
    data: (result) => result.workspace.outbox,
  }),
});
