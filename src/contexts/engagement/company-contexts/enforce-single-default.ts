import { lockText } from '../../../platform/database/advisory-lock.js';
import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { CompanyContext } from './company-context.record.js';

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
  await lockText(sql, 'lock_default_context', `default_context ${workspaceId}`);
  if (!isDefault) return;
  await typed(sql, 'unset_default_context', tableOf<CompanyContext>()('company_contexts'))
    .updateTable('company_contexts')
    .set({ isDefault: false, updatedAt: at })
    .where('workspaceId', '=', workspaceId)
    .where((row) => row('isDefault', '=', row.lit(true)))
    .where('id', '<>', id)
    .execute();
}
