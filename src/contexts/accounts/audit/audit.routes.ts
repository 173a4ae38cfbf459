import { ExportAuditLogDocument, ListAuditLogDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /audit-log': route({
    operation: ListAuditLogDocument,
    summary: 'List audit log entries',
    data: (result) => result.workspace.auditLog,
  }),
  'GET /audit-log/export': route({
    operation: ExportAuditLogDocument,
    summary: 'Export the audit log as JSON Lines',
    description: 'One entry per line, oldest first, with its `position` and `hash`. The export is itself recorded.',
    data: (result) => result.workspace.auditLogExport,
    text: { type: 'application/jsonl', filename: 'audit-log.jsonl' },
  }),
});
