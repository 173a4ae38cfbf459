import type { Sql } from '../../../platform/database/database.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { users } from '../entities/user.entity.js';
import type { Me } from './credentials.object.js';
import { totpFactors } from './totp.entity.js';

/** A user with the hash of their password; must not leave this module. */
export type UserWithPassword = Me & {
  passwordHash: string;
  sessionVersion: number;
  /** Whether a login also requires a code. */
  totpEnabled: boolean;
};

/** The columns of a `Me` for a user `u`. */
export const userColumns = 'u.id, u.email, u.name, u.email_verified_at is not null as "emailVerified"';

/** @param email as `normalEmail` returns it */
export async function findUserByEmail(sql: Sql, email: string): Promise<UserWithPassword | null> {
  const row = await selectUser(sql, 'find_user_by_email').where('u.email', '=', email).executeTakeFirst();
  return row ? withFlags(row) : null;
}

export async function findUserById(sql: Sql, id: string): Promise<UserWithPassword | null> {
  const row = await selectUser(sql, 'find_user_by_id').where('u.id', '=', id).executeTakeFirst();
  return row ? withFlags(row) : null;
}

function selectUser(sql: Sql, label: string) {
  return typed(sql, label, users, totpFactors)
    .selectFrom('users as u')
    .leftJoin('totp_factors as t', 't.userId', 'u.id')
    .select(['u.id', 'u.email', 'u.name', 'u.passwordHash', 'u.sessionVersion', 'u.emailVerifiedAt', 't.confirmedAt']);
}

function withFlags<T extends { emailVerifiedAt: unknown; confirmedAt: unknown }>(row: T) {
  const { emailVerifiedAt, confirmedAt, ...user } = row;
  return { ...user, emailVerified: emailVerifiedAt !== null, totpEnabled: confirmedAt !== null };
}

/** The public fields of a user. */
export function toUser({ id, email, name, emailVerified }: Me): Me {
  return { id, email, name, emailVerified };
}
