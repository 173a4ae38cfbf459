import { isDeepStrictEqual } from 'node:util';
import type { Scope } from '../../../platform/graphql/context.js';
import { requireUnmodified, timeOfChange } from '../../../platform/graphql/if-unmodified-since.js';
import { requireCanGrant } from './access/can-grant.js';
import { capabilitiesOfMember } from './access/effective-capabilities.js';
import { changeMember } from './change-member.js';
import type { ChangeMemberRoleInput } from './member.input.js';
import type { Member } from './member.object.js';
import { showMember } from './show-member.js';

/**
 * Changes the role of a member, and its additional and denied capabilities if they are sent. The change applies to sessions and API
 * keys of the member at once: capabilities are read with each request.
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
    if (!isDeepStrictEqual(roleChange, { role, capabilities, deniedCapabilities })) {
      em.assign(member, { ...roleChange, updatedAt: timeOfChange(scope.services.now(), member.updatedAt) });
    }
    return showMember(em, member);
  });
}
