import { ListAuditLogDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /audit-log': route({
    operation: ListAuditLogDocument,
    summary: 'List audit log entries',
    data: (result) => result.workspace.auditLog,
  }),
});
