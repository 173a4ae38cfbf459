import { defineModule } from '../../module.js';
import { invitations, members } from '../entities/member.entity.js';
import { CapabilityResolver } from './access/capability.resolver.js';
import { loadInvitation, loadMember, memberByUser } from './member.loaders.js';
import { Member } from './member.object.js';
import { MemberResolver } from './member.resolver.js';

export { members } from '../entities/member.entity.js';
export { capabilitiesOfKey, capabilitiesOfMember } from './access/effective-capabilities.js';
export { type AccessRow, findAccess, keyAccessColumns, keyAccessJoins, toAccess } from './access/find-access.js';
export { findCapabilities, holdsSql } from './access/find-capabilities.js';
export { lockPrincipal } from './access/lock-principal.js';
export { addMember } from './add-member.js';
export { normalEmail } from './email.js';
export { type LostRights, rightsLost } from './events.js';
export {
  acceptInvitation,
  acceptInvitationsTo,
  findInvitation,
  type OpenInvitation,
} from './invitations/accept-invitation.js';
export { listMemberships, type Membership } from './list-memberships.js';
export { loseRights } from './lose-rights.js';
export { Member } from './member.object.js';
export { type PausedAutomations, pauseAutomations } from './pause-automations.js';
export { Removed } from './paused.object.js';
export { responsibleMembers } from './responsible-members.js';

export const membersModule = defineModule({
  name: 'accounts/members',
  resolvers: [MemberResolver, CapabilityResolver],
  entities: [members, invitations],
  ids: {
    userId: '(select workspace_id, user_id as id from members) as member',
    invitationId: 'invitations',
  },
  routes: async () => [(await import('./member.routes.js')).routes],
  nodes: [
    {
      name: 'Member',
      prefix: 'member',
      rule: { session: true },
      table: '(select workspace_id, user_id as id from members)',
      load: loadMember,
    },
    { name: 'Member', prefix: 'invitation', rule: { session: true }, table: 'invitations', load: loadInvitation },
  ],
  relationTargets: [
    {
      name: 'Member',
      type: Member,
      rule: { session: true },
      load: (scope, id) => scope.loader(memberByUser).load(id),
    },
    {
      name: 'Invitation',
      type: Member,
      rule: { session: true },
      load: (scope, id, fields) => loadInvitation(scope, { id, rest: null }, fields),
    },
  ],
});
