import type { Sql } from '../../../../../platform/database/database.js';
import { defineLoader } from '../../../../../platform/graphql/context.js';

/** Whether an email address is one of the step's approvers. */
export function isApprover(approvers: readonly string[], address: string | null): boolean {
  return address !== null && approvers.some((one) => one.toLowerCase() === address.toLowerCase());
}

/** The email address of a user. */
export async function addressOf(sql: Sql, userId: string): Promise<string | null> {
  const text = '/* email_of_approver */ select email::text as email from users where id = $1';
  const { rows } = await sql.query<{ email: string }>(text, [userId]);
  return rows[0]?.email ?? null;
}

/** The caller's own, verified email address; null for an API key, and while it is not verified. */
export const ownAddress = defineLoader(({ sql, access, principal }) =>
  principal.kind === 'user' && access.emailVerified ? addressOf(sql, access.userId) : Promise.resolve(null),
);
