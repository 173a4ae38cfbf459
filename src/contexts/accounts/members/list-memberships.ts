import type { Role } from '../../../platform/access/capabilities.js';
import type { Sql } from '../../../platform/database/database.js';

/** A workspace of a user, with their role. */
export interface Membership {
  id: string;
  name: string;
  role: Role;
}

/** Lists the workspaces of a user, oldest first. @param only the one to list, for an API key */
export async function listMemberships(sql: Sql, userId: string, only: string | null = null): Promise<Membership[]> {
  const { rows } = await sql.query<Membership>(
    `/* list_memberships */ select w.id, w.name, m.role from members m join workspaces w on w.id = m.workspace_id
       where m.user_id = $1 and ($2::uuid is null or w.id = $2) order by w.id`,
    [userId, only],
  );
  return rows;
}
