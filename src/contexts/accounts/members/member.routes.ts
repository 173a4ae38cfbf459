import {
  InviteMemberDocument,
  LeaveWorkspaceDocument,
  ListMembersDocument,
  RemoveMemberDocument,
  ResendInvitationDocument,
  RevokeInvitationDocument,
  UpdateMemberDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /members': route({
    operation: ListMembersDocument,
    summary: 'List members and pending invitations',
    data: (result) => result.workspace.members,
  }),
  'POST /members': route({
    operation: InviteMemberDocument,
    summary: 'Invite a member',
    description:
      'The token is good once and for seven days, at `POST /auth/accept-invite`. It is mailed too where `SMTP_URL` is set: `mailed` says whether the mail server took it. The invitation stands either way.',
    data: (result) => result.inviteMember,
    status: 201,
  }),
  'POST /members/invitations/:invitationId/resend': route({
    operation: ResendInvitationDocument,
    summary: 'Resend an invitation',
    data: (result) => result.resendInvitation,
  }),
  'DELETE /members/invitations/:invitationId': route({
    operation: RevokeInvitationDocument,
    summary: 'Revoke an invitation',
    data: (result) => result.revokeInvitation,
  }),
  'PATCH /members/:userId/role': route({
    operation: UpdateMemberDocument,
    summary: "Update a member's role and capabilities",
    description: 'The last OWNER can be neither demoted nor removed: 409 `LAST_OWNER`.',
    data: (result) => result.updateMember,
  }),
  'DELETE /members/:userId': route({
    operation: RemoveMemberDocument,
    summary: 'Remove a member',
    description: 'The last OWNER can be neither demoted nor removed: 409 `LAST_OWNER`.',
    data: (result) => result.removeMember,
  }),
  'POST /members/leave': route({
    operation: LeaveWorkspaceDocument,
    summary: 'Leave a workspace',
    description: 'Any member may. The last OWNER stays: 409 `LAST_OWNER`.',
    data: (result) => result.leaveWorkspace,
  }),
});
