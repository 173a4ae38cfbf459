import type { Sql } from '../../../../../platform/database/database.js';
import { typed } from '../../../../../platform/database/typed-sql.js';
import { defineLoader } from '../../../../../platform/graphql/context.js';
import { users } from '../../../../accounts/users/index.js';

/** Whether an email address is one of the step's approvers. */
export function isApprover(approvers: readonly string[], address: string | null): boolean {
  return address !== null && approvers.some((one) => one.toLowerCase() === address.toLowerCase());
}

/** The email address of a user. */
export async function addressOf(sql: Sql, userId: string): Promise<string | null> {
  const user = await typed(sql, 'email_of_approver', users)
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.email ?? null;
}

/** The caller's own, verified email address; null for an API key, and while it is not verified. */
export const ownAddress = defineLoader(({ sql, access, principal }) =>
  principal.kind === 'user' && access.emailVerified ? addressOf(sql, access.userId) : Promise.resolve(null),
);
