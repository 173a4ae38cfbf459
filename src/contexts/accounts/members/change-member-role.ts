import { isDeepStrictEqual } from 'node:util';
import { transactionSql } from '../../../platform/database/entities-over.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { requireUnmodified, timeOfChange } from '../../../platform/graphql/if-unmodified-since.js';
import { requireCanGrant } from './access/can-grant.js';
import { capabilitiesOfMember } from './access/effective-capabilities.js';
import { grantorsAfter, lockGrantors } from './access/unproven-grantors.js';
import { changeMember } from './change-member.js';
import { revokeBeyond } from './invitations/revoke-beyond.js';
import { loseRights } from './lose-rights.js';
import type { ChangeMemberRoleInput } from './member.input.js';
import type { Member } from './member.object.js';
import { showMember } from './show-member.js';

const nothing = { flows: [], webhooks: [] };

/**
 * Changes the role of a member, and its additional and denied capabilities if they are sent. The change applies to sessions and API
 * keys of the member at once: capabilities are read with each request. What needs rights that they lose is paused, and
 * their open invitations that give more than they have are revoked.
 * @throws AppError NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN for a higher role or capabilities that the caller lacks, LAST_OWNER
 */
export function updateMember(
  scope: Scope,
  userId: string,
  input: ChangeMemberRoleInput,
  ifUnmodifiedSince?: Date,
): Promise<Member> {
  return changeMember(scope, userId, input.role === 'OWNER', async (em, member) => {
    requireUnmodified('member', member.updatedAt, ifUnmodifiedSince);
    const { role, capabilities, deniedCapabilities } = member;
    const roleChange = {
      role: input.role,
      capabilities: input.capabilities ?? capabilities,
      deniedCapabilities: input.deniedCapabilities ?? (input.role === 'OWNER' ? [] : deniedCapabilities),
    };
    requireCanGrant(scope.access, roleChange, capabilitiesOfMember(member));
    const [before, held] = [capabilitiesOfMember(member), capabilitiesOfMember(roleChange)];
    const grantors = await lockGrantors(transactionSql(em), scope);
    em.assign(member, { unprovenGrantors: grantorsAfter(member.unprovenGrantors, grantors, !held.isSubsetOf(before)) });
    if (isDeepStrictEqual(roleChange, { role, capabilities, deniedCapabilities })) {
      return { ...(await showMember(em, member)), paused: nothing };
    }
    const at = timeOfChange(scope.services.now(), member.updatedAt);
    em.assign(member, { ...roleChange, updatedAt: at });
    await em.flush();
    const lost = { scope, runAs: member.userId, held, at };
    const paused = before.isSubsetOf(held) ? nothing : await loseRights(transactionSql(em), lost);
    await revokeBeyond(transactionSql(em), scope, member.userId, roleChange);
    return { ...(await showMember(em, member)), paused };
  });
}
