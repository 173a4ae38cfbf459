import type { Sql } from '../../../../platform/database/sql.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { lockPrincipal } from './lock-principal.js';

// A join with the elements of an array, which needs the index of `users`.
const text = `/* unproven_grantors */ select u.id from members m join users u on u.id = any (m.unproven_grantors || m.user_id)
  where m.workspace_id = $1 and m.user_id = $2 and u.email_verified_at is null order by u.id`;

/**
 * The users with an unverified email on whose word stands what the caller grants in this transaction: the caller, and those
 * through whom the caller is a member. Nobody if all have proved their addresses. The first proof of one of these addresses
 * waits for the transaction, or refuses it.
 * @throws AppError FORBIDDEN if the caller has lost a right since the request was authorized
 */
export async function lockGrantors(sql: Sql, scope: Scope): Promise<string[]> {
  await lockPrincipal(sql, scope);
  const { rows } = await sql.query<{ id: string }>(text, [scope.workspaceId, scope.access.userId]);
  return rows.map(({ id }) => id);
}

/** On whose word a membership stands after a change: anybody's who gives it more, and nobody's once it is confirmed by a grant of proven ones. */
export function grantorsAfter(before: readonly string[], grantors: readonly string[], isGain: boolean): string[] {
  if (grantors.length === 0) return [];
  return isGain ? [...new Set([...before, ...grantors])] : [...before];
}
