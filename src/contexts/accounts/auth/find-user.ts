import type { Sql } from '../../../platform/database/database.js';
import type { Me } from './credentials.object.js';

/** A user with the hash of their password; must not leave this module. */
export type UserWithPassword = Me & {
  passwordHash: string;
  sessionVersion: number;
  /** Whether a login also requires a code. */
  totpEnabled: boolean;
};

/** The columns of a `Me` for a user `u`. */
export const userColumns = 'u.id, u.email, u.name, u.email_verified_at is not null as "emailVerified"';

const columns = `${userColumns}, u.password_hash as "passwordHash", u.session_version as "sessionVersion",
  exists (select from totp_factors t where t.user_id = u.id and t.confirmed_at is not null) as "totpEnabled"`;

/** @param email as `normalEmail` returns it */
export async function findUserByEmail(sql: Sql, email: string): Promise<UserWithPassword | null> {
  const { rows } = await sql.query<UserWithPassword>(
    `/* find_user_by_email */ select ${columns} from users u where u.email = $1`,
    [email],
  );
  return rows[0] ?? null;
}

export async function findUserById(sql: Sql, id: string): Promise<UserWithPassword | null> {
  const { rows } = await sql.query<UserWithPassword>(
    `/* find_user_by_id */ select ${columns} from users u where u.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** The public fields of a user. */
export function toUser({ id, email, name, emailVerified }: Me): Me {
  return { id, email, name, emailVerified };
}
