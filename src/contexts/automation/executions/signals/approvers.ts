import type { Sql } from '../../../../platform/database/database.js';
import { defineLoader } from '../../../../platform/graphql/context.js';

/** Whether an address is one of those that a step names. */
export function isApprover(approvers: readonly string[], address: string | null): boolean {
  return address !== null && approvers.some((one) => one.toLowerCase() === address.toLowerCase());
}

/** The address of a user of this server. */
export async function addressOf(sql: Sql, userId: string): Promise<string | null> {
  const text = '/* email_of_approver */ select email::text as email from users where id = $1';
  const { rows } = await sql.query<{ email: string }>(text, [userId]);
  return rows[0]?.email ?? null;
}

/** The caller's own address; null for a key, which is nobody's person. */
export const ownAddress = defineLoader(({ sql, access, principal }) =>
  principal.kind === 'user' ? addressOf(sql, access.userId) : Promise.resolve(null),
);
