import { Field, ID, ObjectType } from 'type-graphql';
import type { Role } from '../../../platform/access/capabilities.js';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { Node } from '../../../platform/graphql/nodes/node.object.js';
import { Page } from '../../../platform/graphql/page.js';
import { RoleName } from '../../../platform/graphql/role.enum.js';
import { DateTime } from '../../../platform/graphql/scalars.js';
import type { PausedAutomations } from './pause-automations.js';
import { Paused } from './paused.object.js';

export const MemberStatus = defineEnum('MemberStatus', 'Whether a member has joined.', {
  active: 'Has joined the workspace.',
  invited: 'Has an invitation that is not accepted yet.',
});
export type MemberStatus = keyof typeof MemberStatus;

/** The fields that members and new invitations share. */
@ObjectType()
class MemberFields {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => ID, { nullable: true, description: 'The user; null for an invited email without an account.' })
  userId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The invitation, to resend or revoke it; null for active members.' })
  invitationId?: string | null;

  @Field(() => String)
  email!: string;

  @Field(() => String, { nullable: true, description: 'Name of the user; null for invitations.' })
  name?: string | null;

  @Field(() => RoleName, { description: 'Role of the member in the workspace.' })
  role!: Role;

  @Field(() => [String], { description: 'Capabilities in addition to those of the role.' })
  capabilities!: string[];

  @Field(() => [String], { description: 'Capabilities of the role that the member does not have.' })
  deniedCapabilities!: string[];

  @Field(() => MemberStatus)
  status!: `${MemberStatus}`;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the invitation expires or expired; null for active members.',
  })
  expiresAt?: Date | null;

  @Field(() => DateTime, { description: 'When the member joined, or was first invited.' })
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A member of the workspace, or an invitation to it.',
})
export class Member extends MemberFields {
  @Field(() => ID, { description: 'The ID of the membership or the invitation.' })
  id!: string;

  @Field(() => Paused, {
    nullable: true,
    description: 'What this change of the role or capabilities has paused; null unless the member was just changed.',
  })
  paused?: PausedAutomations | null;
}

@ObjectType({ simpleResolvers: true, description: 'An invitation that was just created or resent.' })
export class InvitedMember extends MemberFields {
  @Field(() => String, {
    nullable: true,
    description:
      'The token for `POST /auth/accept-invite`, only where no email can be sent. Store it now: it is returned only once. Otherwise null: only the invited person gets it, by email.',
  })
  inviteToken?: string | null;

  @Field(() => Boolean, {
    description:
      'Whether a mail server accepted the invitation; false too if neither the server nor the workspace has one (`SMTP_URL`).',
  })
  mailed!: boolean;
}

@ObjectType({ description: 'A page of members and invitations.' })
export class MemberPage extends Page(Member) {}
