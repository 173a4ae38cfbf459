import type { Capability, Role } from '../../../platform/access/capabilities.js';
import type { Sql } from '../../../platform/database/database.js';
import { AppError, notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { heldByMember } from './held-capabilities.js';
import { type Place, requireNotAbove } from './may-grant.js';

/** A member whose place is about to change, under the workspace's lock. */
export interface LockedMember extends Place {
  held: ReadonlySet<Capability>;
}

/**
 * Runs a change of one member's place. Changes in one workspace wait for each other, so that what `change` was told
 * stays true until it commits.
 * @param keepsOwner whether the member is an OWNER afterwards too
 * @throws AppError NOT_FOUND, FORBIDDEN for a higher role, LAST_OWNER
 */
export async function changeMember<T>(
  scope: Scope,
  userId: string,
  keepsOwner: boolean,
  change: (sql: Sql, member: LockedMember) => Promise<T>,
): Promise<T> {
  requireId(userId, 'The member');
  return scope.transaction(async (sql) => {
    await sql.query('/* lock_members */ select 1 from workspaces where id = $1 for no key update', [scope.workspaceId]);
    const members = await readMembers(sql, scope, userId);
    const member = members.get(userId.toLowerCase());
    if (!member) throw notFound('The member');
    requireNotAbove(scope.access, member.role);
    if (member.role === 'OWNER' && !keepsOwner) requireOtherOwner(members, userId);
    requireUnchanged(scope, members.get(scope.access.userId));
    return change(sql, { ...member, held: heldByMember(member.role, member.capabilities) });
  });
}

/** The actor, the member to change, and every owner. */
async function readMembers(sql: Sql, { workspaceId, access }: Scope, userId: string): Promise<Map<string, Place>> {
  const { rows } = await sql.query<Place & { userId: string; role: Role }>(
    `/* read_owners */ select user_id as "userId", role, capabilities from members
       where workspace_id = $1 and (role = 'OWNER' or user_id in ($2, $3))`,
    [workspaceId, userId, access.userId],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

function requireOtherOwner(members: ReadonlyMap<string, Place>, userId: string): void {
  const others = [...members].filter(([id, { role }]) => role === 'OWNER' && id !== userId.toLowerCase());
  if (others.length === 0) {
    throw new AppError('LAST_OWNER', 'A workspace keeps at least one OWNER. Make somebody else an OWNER first.');
  }
}

// While this waited for the lock, somebody may have taken from the actor what the request was allowed by.
function requireUnchanged({ access }: Scope, actor: Place | undefined): void {
  const held = actor && heldByMember(actor.role, actor.capabilities);
  if (actor?.role !== access.role || ![...access.capabilities].every((capability) => held?.has(capability))) {
    throw new AppError('FORBIDDEN', 'Your own place in the workspace has just changed. Reload it.');
  }
}
