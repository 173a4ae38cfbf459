import { MemberResolver } from './member.resolver.js';

export { acceptInvitation, findInvitation, type OpenInvitation } from './accept-invitation.js';
export { normalEmail } from './email.js';
export { type AccessRow, findAccess, keyAccessColumns, keyAccessJoins, toAccess } from './find-access.js';
export { listMemberships, type Membership } from './list-memberships.js';
export { memberByUser } from './member.loaders.js';
export { Member } from './member.object.js';

export const memberResolvers = [MemberResolver];

/** Argument names and where their rows stand. A member is named by the person. */
export const memberIds = {
  userId: '(select workspace_id, user_id as id from members) as member',
  invitationId: 'invitations',
};
