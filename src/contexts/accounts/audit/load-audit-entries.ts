import { statement } from '../../../platform/database/statement.js';
import { loadRows } from '../../../platform/graphql/nodes/node-source.js';
import type { AuditEntry } from './audit-entry.object.js';
import { entryColumns } from './list-audit-log.js';

/** Entries of the audit log by ID, with the columns of the list, which is text. */
export const loadAuditEntry = loadRows<AuditEntry>(async ({ sql, workspaceId }, ids) => {
  const text = `/* audit_entries_by_id */ select ${entryColumns} from audit_log a
    where a.workspace_id = $1 and a.id = any($2::uuid[])`;
  return (await sql.query<AuditEntry>(statement(text, [workspaceId, ids]))).rows;
});
