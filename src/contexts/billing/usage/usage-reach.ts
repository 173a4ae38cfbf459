import type { Sql } from '../../../platform/database/database.js';
import { AppError, validationFailed } from '../../../platform/errors.js';
import { defineLoader, type Scope } from '../../../platform/graphql/context.js';

/** How far a caller sees: the whole account, or the workspace that was asked. */
export interface UsageReach {
  scope: 'account' | 'workspace';
  /** Of an account: not walled, so every statement names `column`. */
  sql: Sql;
  column: 'account_id' | 'workspace_id';
  id: string;
}

/**
 * The account's whole consumption is for whom the account belongs to, and for the keys that they made; guests of a
 * workspace see that workspace's.
 * @throws AppError VALIDATION_FAILED, FORBIDDEN for a guest who asks for the account's
 */
export async function usageReach(scope: Scope, asked: string | null | undefined): Promise<UsageReach> {
  if (asked && asked !== 'account' && asked !== 'workspace') {
    throw validationFailed([{ field: 'scope', message: 'scope is account or workspace.' }]);
  }
  const own = { scope: 'workspace', sql: scope.sql, column: 'workspace_id', id: scope.workspaceId } as const;
  if (asked === 'workspace') return own;
  const { accountId } = scope.access;
  if (await scope.loader(callerAccount).ownsAccount()) {
    return { scope: 'account', sql: scope.services.db.pool, column: 'account_id', id: accountId };
  }
  if (!asked) return own;
  throw new AppError(
    'FORBIDDEN',
    "The account's consumption is shown to whom the account belongs to. Ask with scope=workspace.",
  );
}

const callerAccount = defineLoader((scope: Scope) => {
  let owns: Promise<boolean> | undefined;
  const read = async () => {
    const { rowCount } = await scope.services.db.pool.query(
      '/* owns_account */ select from users where id = $1 and account_id = $2',
      [scope.access.userId, scope.access.accountId],
    );
    return rowCount === 1;
  };
  return {
    ownsAccount: () => {
      owns ??= read();
      return owns;
    },
  };
});
