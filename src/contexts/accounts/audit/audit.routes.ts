import { ListAuditLogDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /audit-log': route({
    operation: ListAuditLogDocument,
    summary: 'Who did what in the workspace, newest first',
    data: (result) => result.workspace.auditLog,
  }),
});
