import type { Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { accounts, users } from '../../../accounts/entities/user.entity.js';
import type { Workspace } from '../../../accounts/workspaces/index.js';

/** Finds the account that a text names: its ID, the ID of one of its workspaces, or the email of its user; or null. */
export async function findAccount(sql: Sql, text: string): Promise<string | null> {
  const id = text.toLowerCase();
  const found = await typed(sql, 'find_account', accounts, users, tableOf<Workspace>()('workspaces'))
    .selectFrom('accounts')
    .select('id')
    .where(({ cast }) => cast<string>('id', 'text'), '=', id)
    .union((db) =>
      db
        .selectFrom('workspaces')
        .select('accountId as id')
        .where(({ cast }) => cast<string>('id', 'text'), '=', id),
    )
    .union((db) => db.selectFrom('users').select('accountId as id').where('email', '=', text))
    .executeTakeFirst();
  return found?.id ?? null;
}
