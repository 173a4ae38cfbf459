import { ArrayMaxSize, ArrayUnique, IsEmail, IsIn, IsOptional } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import { type Capability, capabilities, type Role } from '../../../platform/access/capabilities.js';
import { RoleName } from '../../../platform/access/role.enum.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { ListArgs } from '../../../platform/graphql/page.js';

@ArgsType()
export class MemberListArgs extends ListArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Only members with this text in their name or email, case-insensitive.',
  })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'Only `active` members or only `invited` ones.' })
  status?: string | null;

  @Field(() => String, { nullable: true, description: 'Only members with this role: OWNER, ADMIN, EDITOR or VIEWER.' })
  role?: string | null;
}

const grantedText = 'Capabilities in addition to those of the role.';
const deniedText =
  'Capabilities of the role that the member does not have, for example `secrets:use`; not allowed for an OWNER.';

@InputType()
export class InviteMemberInput {
  @Field(() => String)
  @IsEmail()
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

@InputType()
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
