import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { defineLoader, type Scope } from '../../../../platform/graphql/context.js';
import { users } from '../../../accounts/users/index.js';

/** The usage that a caller can see: that of the whole account, or of the workspace. */
export interface UsageReach {
  scope: 'account' | 'workspace';
  /** For an account without row-level security, so every statement must filter by `column`. */
  sql: Sql;
  column: 'account_id' | 'workspace_id';
  id: string;
}

/**
 * Decides which usage the caller can see: that of the whole account for the owner of the account and the API keys they
 * created; that of the workspace for other members.
 * @throws AppError FORBIDDEN for other members who request the account's usage
 */
export async function usageReach(scope: Scope, requested: string | null | undefined): Promise<UsageReach> {
  const own = { scope: 'workspace', sql: scope.sql, column: 'workspace_id', id: scope.workspaceId } as const;
  if (requested === 'workspace') return own;
  const { accountId } = scope.access;
  if (await scope.loader(callerAccount).ownsAccount()) {
    return { scope: 'account', sql: scope.services.db.pool, column: 'account_id', id: accountId };
  }
  if (!requested) return own;
  throw new AppError(
    'FORBIDDEN',
    'Only the owner of the account can see the usage of all its workspaces. Use scope=workspace.',
  );
}

const callerAccount = defineLoader((scope: Scope) => {
  let owns: Promise<boolean> | undefined;
  const read = async () => {
    const owner = await typed(scope.services.db.pool, 'owns_account', users)
      .selectFrom('users')
      .select('id')
      .where('id', '=', scope.access.userId)
      .where('accountId', '=', scope.access.accountId)
      .executeTakeFirst();
    return owner !== undefined;
  };
  return {
    ownsAccount: () => {
      owns ??= read();
      return owns;
    },
  };
});
