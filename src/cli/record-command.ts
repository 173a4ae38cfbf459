import type pg from 'pg';
import { appendAudit, auditEntry, operator, serverChain } from '../contexts/accounts/audit/index.js';
import { databaseTime } from '../platform/database/database-clock.js';
import { transactionOn } from '../platform/database/in-transaction.js';
import type { Sql } from '../platform/database/sql.js';

/** What a command changed. */
export interface CommandRecord {
  action: string;
  /** The workspace whose audit log shows it. Defaults to the log of the server. */
  workspaceId?: string | undefined;
  targetId?: string | null;
  /** Metadata, without secrets and texts of users. */
  details?: Record<string, unknown>;
}

/**
 * Runs a command of the operator and writes what it changed to the audit log, in one transaction.
 * @param work reports what it changed by `record`; what it does not report is not recorded. `at`: the database's time
 */
export function recordCommand<T>(
  pool: pg.Pool,
  work: (sql: Sql, record: (changed: CommandRecord) => Promise<void>, at: Date) => Promise<T>,
): Promise<T> {
  return transactionOn(pool, async (sql) => work(sql, (changed) => recordIn(sql, changed), await databaseTime(sql)));
}

/** Writes what a command changed to the audit log, in the caller's transaction. */
export async function recordIn(sql: Sql, { workspaceId = serverChain, ...changed }: CommandRecord): Promise<void> {
  await appendAudit(sql, [auditEntry(operator, { workspaceId, ...changed }, null, await databaseTime(sql))]);
}
