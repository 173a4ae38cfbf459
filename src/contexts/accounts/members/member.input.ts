import { ArrayMaxSize, ArrayUnique, IsEmail, IsIn, IsOptional } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import { type Capability, capabilities, type Role } from '../../../platform/access/capabilities.js';
import { RoleName } from '../../../platform/access/role.enum.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { ListArgs } from '../../../platform/graphql/page.js';

@ArgsType()
export class MemberListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: 'Part of the name or the email, in any case' })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'active or invited' })
  status?: string | null;

  @Field(() => String, { nullable: true, description: 'OWNER, ADMIN, EDITOR or VIEWER' })
  role?: string | null;
}

const eachRule = { each: true, message: `each of capabilities is one of: ${capabilities.join(', ')}.` };
const onceRule = { message: 'capabilities names each one once.' };
const mostRule = { message: `capabilities names at most ${capabilities.length}.` };

@InputType()
export class InviteMemberInput {
  @Field(() => String)
  @IsEmail({}, { message: 'email is an email address, as ana@example.com.' })
  email!: string;

  @Field(() => RoleName)
  role!: Role;

  @Field(() => [String], { nullable: true, description: "On top of the role's own; none when left out" })
  @IsOptional()
  @ArrayMaxSize(capabilities.length, mostRule)
  @ArrayUnique(onceRule)
  @IsIn(capabilities, eachRule)
  capabilities?: Capability[] | null;
}

@InputType()
export class ChangeMemberRoleInput {
  @Field(() => RoleName)
  role!: Role;

  @Field(() => [String], { nullable: true, description: "On top of the role's own; as they are when left out" })
  @IfSent()
  @ArrayMaxSize(capabilities.length, mostRule)
  @ArrayUnique(onceRule)
  @IsIn(capabilities, eachRule)
  capabilities?: Capability[] | null;
}
