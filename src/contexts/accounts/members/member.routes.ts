import {
  GetMemberDocument,
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
  'GET /members/:userId': route({
    operation: GetMemberDocument,
    summary: 'Get a member',
    description:
      '`owns` is what runs as the member or their API keys, and stops with them: after a removal, or with `role` after that change of the role. It is null unless it is about you, or you have `members:manage`.',
    data: (result) => result.workspace.member,
  }),
  'POST /members': route({
    operation: InviteMemberDocument,
    summary: 'Invite a member',
    description:
      'The token can be used once, within seven days, with `POST /auth/accept-invite`. If `SMTP_URL` is set it is only mailed: `inviteToken` is null, and `mailed` is true if the mail server accepted it. Resend the invitation if it did not.',
    fails: ['CONFLICT'],
    example: { body: { email: 'luis@example.com', role: 'EDITOR' } },
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
    description:
      'Flows and webhooks that need capabilities which the member loses are paused: `paused`. The last OWNER cannot be demoted: 409 `LAST_OWNER`.',
    fails: ['LAST_OWNER'],
    recordAt: '/members/:userId',
    example: { body: { role: 'ADMIN' } },
    data: (result) => result.updateMember,
  }),
  'DELETE /members/:userId': route({
    operation: RemoveMemberDocument,
    summary: 'Remove a member',
    description:
      'Their API keys are revoked, and what runs as them is paused: `paused`. The last OWNER cannot be removed: 409 `LAST_OWNER`.',
    fails: ['LAST_OWNER'],
    data: (result) => result.removeMember,
  }),
  'POST /members/leave': route({
    operation: LeaveWorkspaceDocument,
    summary: 'Leave a workspace',
    description: 'Allowed in every role. The last OWNER cannot leave: 409 `LAST_OWNER`.',
    fails: ['LAST_OWNER'],
    data: (result) => result.leaveWorkspace,
  }),
});
