import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';

/**
 * Unsets the former default context before another one becomes the default. The database has a unique index over defaults,
 * so transactions that change the default are serialized by an advisory lock, taken before any row lock: in the other
 * order, two of them would deadlock.
 * @param isDefault whether the context with `id` becomes the default, or stops being it
 */
export async function enforceSingleDefault(
  sql: Sql,
  { workspaceId, id, isDefault, at }: { workspaceId: string; id: string; isDefault: boolean; at: Date },
): Promise<void> {
  const lock = `/* lock_default_context */ select pg_advisory_xact_lock(hashtextextended('default_context ' || $1, 0))`;
  await sql.query(statement(lock, [workspaceId]));
  if (!isDefault) return;
  const text = `/* unset_default_context */ update company_contexts set is_default = false, updated_at = $3
    where workspace_id = $1 and is_default and id <> $2`;
  await sql.query(statement(text, [workspaceId, id, at]));
}
