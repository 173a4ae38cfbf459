import {
  ChangeMemberRoleDocument,
  InviteMemberDocument,
  LeaveWorkspaceDocument,
  ListMembersDocument,
  RemoveMemberDocument,
  ResendInvitationDocument,
  RevokeInvitationDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /members': route({
    operation: ListMembersDocument,
    summary: 'Members, and who is invited',
    data: (result) => result.workspace.members,
  }),
  'POST /members': route({
    operation: InviteMemberDocument,
    summary: 'Invite somebody; this answer alone holds the token',
    description:
      'The token is good once and for seven days, at `POST /auth/accept-invite`. It is mailed too where `SMTP_URL` is set: `mailed` says whether the mail server took it. The invitation stands either way.',
    data: (result) => result.inviteMember,
    status: 201,
  }),
  'POST /members/invitations/:invitationId/resend': route({
    operation: ResendInvitationDocument,
    summary: 'Give an invitation a new token and seven more days',
    data: (result) => result.resendInvitation,
  }),
  'DELETE /members/invitations/:invitationId': route({
    operation: RevokeInvitationDocument,
    summary: 'Take an invitation back',
    data: (result) => result.revokeInvitation,
  }),
  'PATCH /members/:userId/role': route({
    operation: ChangeMemberRoleDocument,
    summary: "Change a member's role and extra capabilities",
    description: 'The last OWNER can be neither demoted nor removed: 409 `LAST_OWNER`.',
    data: (result) => result.changeMemberRole,
  }),
  'DELETE /members/:userId': route({
    operation: RemoveMemberDocument,
    summary: 'Remove a member at once, with all their API keys',
    description: 'The last OWNER can be neither demoted nor removed: 409 `LAST_OWNER`.',
    data: (result) => result.removeMember,
  }),
  'POST /members/leave': route({
    operation: LeaveWorkspaceDocument,
    summary: 'Leave the workspace, with all your API keys',
    description: 'Any member may. The last OWNER stays: 409 `LAST_OWNER`.',
    data: (result) => result.leaveWorkspace,
  }),
});
