import type { Sql } from '../../../platform/database/sql.js';
import { validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { timeRangeViolations } from '../../../platform/graphql/time-range.js';
import type { AuditEntry, AuditExportArgs, AuditLogPart } from './audit-entry.object.js';
import { type AuditFilters, conditionsOf, entryColumns } from './list-audit-log.js';

/** Entries in one part; `before` and `after` have at most 8 KiB each. */
const partSize = 100;

/**
 * Exports the audit log of the workspace as JSON Lines, oldest first, part by part.
 * @param shows whether the values of an entry are shown
 * @throws AppError VALIDATION_FAILED
 */
export async function exportAuditLog(
  scope: Scope,
  { after, ...filters }: AuditExportArgs,
  shows: (entry: AuditEntry) => boolean,
): Promise<AuditLogPart> {
  const violations = timeRangeViolations(filters.from, filters.to);
  if (violations.length > 0) throw validationFailed(violations);
  return readAuditPart(scope.sql, scope.workspaceId, filters, after || '0', shows);
}

/** Reads one part of a chain as JSON Lines, after a position, by the columns and conditions of the list, which are text. */
export async function readAuditPart(
  sql: Sql,
  workspaceId: string,
  filters: AuditFilters,
  after: string,
  shows: (entry: AuditEntry) => boolean = () => true,
): Promise<AuditLogPart> {
  const { where, values } = conditionsOf(workspaceId, filters);
  const text = `/* export_audit_log */ select ${entryColumns} from audit_log a
    where ${where.join(' and ')} and a.position > $${values.length + 1} order by a.position limit ${partSize}`;
  const { rows } = await sql.query<AuditEntry>(text, [...values, after]);
  const last = rows.length === partSize ? rows.at(-1) : undefined;
  const shown = rows.map((row) => (shows(row) ? row : { ...row, before: null, after: null }));
  return { text: shown.map((row) => `${JSON.stringify(row)}\n`).join(''), next: last ? String(last.position) : null };
}
