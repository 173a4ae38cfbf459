import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { transactionSql } from '../../../platform/database/entities-over.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { AppError, notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { members } from '../entities/member.entity.js';
import type { Workspace } from '../entities/workspace.entity.js';
import { requireNotAbove, requireStillHeld } from './access/can-grant.js';
import { capabilitiesOfMember, type RoleChange } from './access/effective-capabilities.js';

type Member = InferEntity<typeof members>;

/**
 * Runs a change of a membership. Changes in one workspace are serialized by a lock, so that what `change` received is
 * still true when it commits.
 * @param keepsOwner whether the member is still an OWNER afterwards
 * @throws AppError NOT_FOUND, FORBIDDEN for a higher role, LAST_OWNER
 */
export async function changeMember<T>(
  scope: Scope,
  userId: string,
  keepsOwner: boolean,
  change: (em: EntityManager, member: Member) => Promise<T>,
): Promise<T> {
  requireId(userId, 'member');
  return scope.unitOfWork(async (em) => {
    await typed(transactionSql(em), 'lock_members', tableOf<Workspace>()('workspaces'))
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', scope.workspaceId)
      .forNoKeyUpdate()
      .execute();
    // Against `lockPrincipal`, and before anything is read that runs as the member.
    await typed(transactionSql(em), 'lock_member', members)
      .selectFrom('members')
      .select('userId')
      .where('workspaceId', '=', scope.workspaceId)
      .where('userId', '=', userId)
      .forUpdate()
      .execute();
    const found = await readMembers(em, scope, userId);
    const member = found.get(userId.toLowerCase());
    if (!member) throw notFound('member');
    requireNotAbove(scope.access, member.role);
    if (member.role === 'OWNER' && !keepsOwner) requireOtherOwner(found, userId);
    requireUnchanged(scope, found.get(scope.access.userId));
    return change(em, member);
  });
}

/** The actor, the member to change, and every owner. */
async function readMembers(em: EntityManager, scope: Scope, userId: string): Promise<Map<string, Member>> {
  const { workspaceId, access } = scope;
  const involved = [{ role: 'OWNER' as const }, { userId: [userId, access.userId] }];
  const rows = await em.find(members, { workspaceId, $or: involved });
  return new Map(rows.map((row) => [row.userId, row]));
}

function requireOtherOwner(found: ReadonlyMap<string, RoleChange>, userId: string): void {
  const others = [...found].filter(([id, { role }]) => role === 'OWNER' && id !== userId.toLowerCase());
  if (others.length === 0) {
    throw new AppError(
      'LAST_OWNER',
      'A workspace must have at least one OWNER. Give another member the role OWNER first.',
    );
  }
}

// While this waited for the lock, the actor may have lost the capabilities by which the request was authorized.
function requireUnchanged({ access }: Scope, actor: RoleChange | undefined): void {
  requireStillHeld(access.capabilities, actor?.role === access.role ? capabilitiesOfMember(actor) : undefined);
}
