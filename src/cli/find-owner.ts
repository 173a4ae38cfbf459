import type { Sql } from '../platform/database/sql.js';

/** The user whom `--owner` names. @throws Error if there is none */
export async function findOwner(sql: Sql, email: string): Promise<{ id: string; accountId: string }> {
  const { rows } = await sql.query<{ id: string; accountId: string }>(
    '/* find_owner */ select id, account_id as "accountId" from users where email = $1::citext',
    [email],
  );
  if (rows[0]) return rows[0];
  throw new Error(`User ${email} not found. --owner must be the email of a registered user.`);
}
