import type { Sql } from '../../../../platform/database/database.js';

/** Finds the account that a text names: its ID, the ID of one of its workspaces, or the email of its user; or null. */
export async function findAccount(sql: Sql, text: string): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>(
    `/* find_account */ select id from accounts where id::text = lower($1)
     union select account_id from workspaces where id::text = lower($1)
     union select account_id from users where email = $1::citext`,
    [text],
  );
  return rows[0]?.id ?? null;
}
