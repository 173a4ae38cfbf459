import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';

/**
 * Makes room for a default context: whichever was it is so no more. The database has a unique index over defaults, so
 * whoever sets or takes one waits here for others, before any row is locked: in the other order two would wait for each other.
 * @param wanted whether the context of `id` becomes the default, or stops to be it
 */
export async function enforceSingleDefault(
  sql: Sql,
  { workspaceId, id, wanted, at }: { workspaceId: string; id: string; wanted: boolean; at: Date },
): Promise<void> {
  const lock = `/* lock_default_context */ select pg_advisory_xact_lock(hashtextextended('default_context ' || $1, 0))`;
  await sql.query(statement(lock, [workspaceId]));
  if (!wanted) return;
  const text = `/* yield_default_context */ update company_contexts set is_default = false, updated_at = $3
    where workspace_id = $1 and is_default and id <> $2`;
  await sql.query(statement(text, [workspaceId, id, at]));
}
