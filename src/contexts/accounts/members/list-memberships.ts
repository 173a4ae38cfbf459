import type { Role } from '../../../platform/access/capabilities.js';
import type { Sql } from '../../../platform/database/database.js';

/** A workspace as its member sees it in passing. */
export interface Membership {
  id: string;
  name: string;
  role: Role;
}

/** Every workspace that a user belongs to, the oldest first. @param only one of them, for a key that sees no other */
export async function listMemberships(sql: Sql, userId: string, only: string | null = null): Promise<Membership[]> {
  const { rows } = await sql.query<Membership>(
    `/* list_memberships */ select w.id, w.name, m.role from members m join workspaces w on w.id = m.workspace_id
       where m.user_id = $1 and ($2::uuid is null or w.id = $2) order by w.id`,
    [userId, only],
  );
  return rows;
}
