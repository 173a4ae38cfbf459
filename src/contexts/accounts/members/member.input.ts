import { ArrayMaxSize, ArrayUnique, IsIn, IsOptional } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import { type Capability, capabilities, type Role } from '../../../platform/access/capabilities.js';
import { byEnum, byId, byText, byTime, defineListFilter } from '../../../platform/filters/fields.js';
import { FilterArgs } from '../../../platform/filters/filter-class.js';
import { Changes, IfSent } from '../../../platform/graphql/if-sent.js';
import { defineSortKeys, ListArgs, SortBy } from '../../../platform/graphql/page.js';
import { RoleName } from '../../../platform/graphql/role.enum.js';
import { Email } from '../../../platform/graphql/text-rules.js';
import { MemberStatus } from './member.object.js';

export const memberSort = defineSortKeys(
  'MemberSortKey',
  'members',
  ['createdAt', 'name', 'email', 'role'],
  'createdAt',
);

/** What the list of members and invitations `m` is filtered by. */
export const memberFilter = defineListFilter('Member', 'members', {
  id: byText('m.id'),
  userId: byId('m."userId"'),
  email: byText('m.email'),
  name: byText('m.name'),
  role: byEnum('Role', RoleName, 'm.role'),
  status: byEnum('MemberStatus', MemberStatus, 'm.status'),
  expiresAt: byTime('m."expiresAt"'),
  createdAt: byTime('m."createdAt"'),
  updatedAt: byTime('m."updatedAt"'),
});

@FilterArgs(memberFilter)
@ArgsType()
export class MemberListArgs extends ListArgs {
  @SortBy(memberSort)
  override sortBy?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only members with this text in their name or email, case-insensitive.',
  })
  search?: string | null;

  @Field(() => MemberStatus, { nullable: true, description: 'Only members with this status.' })
  status?: string | null;

  @Field(() => RoleName, { nullable: true, description: 'Only members with this role.' })
  role?: string | null;
}

const grantedText = 'Capabilities in addition to those of the role.';
const deniedText =
  'Capabilities of the role that the member does not have, for example `secrets:use`; not allowed for an OWNER.';

@InputType({ description: 'An invitation to a workspace.' })
export class InviteMemberInput {
  @Field(() => String)
  @Email()
  email!: string;

  @Field(() => RoleName, { description: 'Role of the member, at most your own.' })
  role!: Role;

  @Field(() => [String], { nullable: true, description: `${grantedText} Defaults to none.` })
  @IsOptional()
  @ArrayMaxSize(capabilities.length)
  @ArrayUnique()
  @IsIn(capabilities, { each: true })
  capabilities?: Capability[] | null;

  @Field(() => [String], { nullable: true, description: `${deniedText} Defaults to none.` })
  @IsOptional()
  @ArrayMaxSize(capabilities.length)
  @ArrayUnique()
  @IsIn(capabilities, { each: true })
  deniedCapabilities?: Capability[] | null;
}

@Changes()
@InputType({ description: 'Another role of a member, or other capabilities.' })
export class ChangeMemberRoleInput {
  @Field(() => RoleName, { description: 'New role of the member, at most your own.' })
  role!: Role;

  @Field(() => [String], { nullable: true, description: `${grantedText} Defaults to those that the member has.` })
  @IfSent()
  @ArrayMaxSize(capabilities.length)
  @ArrayUnique()
  @IsIn(capabilities, { each: true })
  capabilities?: Capability[] | null;

  @Field(() => [String], { nullable: true, description: `${deniedText} Defaults to those that are denied now.` })
  @IfSent()
  @ArrayMaxSize(capabilities.length)
  @ArrayUnique()
  @IsIn(capabilities, { each: true })
  deniedCapabilities?: Capability[] | null;
}
