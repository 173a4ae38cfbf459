import type { Sql } from '../../../platform/database/database.js';
import type { User } from './credentials.object.js';

/** A user with the hash of their password; must not leave this module. */
export type UserWithPassword = User & { passwordHash: string; sessionVersion: number };

const columns = 'id, email, name, password_hash as "passwordHash", session_version as "sessionVersion"';

/** @param email as `normalEmail` returns it */
export async function findUserByEmail(sql: Sql, email: string): Promise<UserWithPassword | null> {
  const { rows } = await sql.query<UserWithPassword>(
    `/* find_user_by_email */ select ${columns} from users where email = $1`,
    [email],
  );
  return rows[0] ?? null;
}

export async function findUserById(sql: Sql, id: string): Promise<UserWithPassword | null> {
  const { rows } = await sql.query<UserWithPassword>(
    `/* find_user_by_id */ select ${columns} from users where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** The public fields of a user. */
export function toUser({ id, email, name }: User): User {
  return { id, email, name };
}
