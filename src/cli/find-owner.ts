import { users } from '../contexts/accounts/users/index.js';
import type { Sql } from '../platform/database/sql.js';
import { typed } from '../platform/database/typed-sql.js';

/** The user whom `--owner` names. @throws Error if there is none */
export async function findOwner(sql: Sql, email: string): Promise<{ id: string; accountId: string }> {
  const owner = await typed(sql, 'find_owner', users)
    .selectFrom('users')
    .select(['id', 'accountId'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (owner) return owner;
  throw new Error(`User ${email} not found. --owner must be the email of a registered user.`);
}
