import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { Role } from '../../../platform/access/capabilities.js';
import { RoleName } from '../../../platform/access/role.enum.js';
import { Page } from '../../../platform/graphql/page.js';
import { DateTime } from '../../../platform/graphql/scalars.js';

export enum MemberStatus {
  active = 'active',
  invited = 'invited',
}
registerEnumType(MemberStatus, { name: 'MemberStatus', description: 'Whether somebody has joined yet' });

@ObjectType({ simpleResolvers: true, description: 'Somebody who belongs to the workspace, or who was asked to' })
export class Member {
  @Field(() => ID, { nullable: true, description: 'The person; null for an invited email that has no account here' })
  userId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of those who are invited, to resend or revoke it' })
  invitationId?: string | null;

  @Field(() => String)
  email!: string;

  @Field(() => String, { nullable: true, description: 'Of those who have joined' })
  name?: string | null;

  @Field(() => RoleName)
  role!: Role;

  @Field(() => [String], { description: "Granted on top of the role's own" })
  capabilities!: string[];

  @Field(() => MemberStatus)
  status!: `${MemberStatus}`;

  @Field(() => DateTime, { nullable: true, description: 'When the invitation ends or ended' })
  expiresAt?: Date | null;

  @Field(() => DateTime, { description: 'When they joined, or were first invited' })
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@ObjectType({ simpleResolvers: true })
export class InvitedMember extends Member {
  @Field(() => String, { description: 'For POST /auth/accept-invite. Pass it on now: it is never shown again' })
  inviteToken!: string;

  @Field(() => Boolean, {
    description: 'Whether a mail server took the invitation; false too where none is set (SMTP_URL)',
  })
  mailed!: boolean;
}

@ObjectType()
export class MemberPage extends Page(Member) {}
