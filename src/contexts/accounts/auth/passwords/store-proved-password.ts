import type { Sql } from '../../../../platform/database/sql.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { users } from '../../entities/user.entity.js';

/** Sets the password of a user who has proved their email, which is verified by that. */
export function storeProvedPassword(sql: Sql, userId: string, passwordHash: string, at: Date) {
  return typed(sql, 'set_password', users)
    .updateTable('users')
    .set(({ fn, val }) => ({
      passwordHash,
      updatedAt: at,
      emailVerifiedAt: fn.coalesce('emailVerifiedAt', val(at)),
    }))
    .where('id', '=', userId);
}
