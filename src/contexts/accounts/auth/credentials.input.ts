import { IsOptional } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { Email, Length } from '../../../platform/graphql/text-rules.js';
import { IsName } from '../users/index.js';

const passwordText = '8 to 200 characters.';
const newPasswordText = '8 to 200 characters; must not be easy to guess.';
const nameText = '1 to 120 characters. Defaults to the part of the email before @.';

@InputType({ description: 'Email and password of an account.' })
export class LoginInput {
  @Field(() => String)
  @Email()
  email!: string;

  @Field(() => String, { description: passwordText })
  @Length(8, 200)
  password!: string;
}

@InputType({ description: 'A new account and its first workspace.' })
export class RegisterInput extends LoginInput {
  @Field(() => String, { nullable: true, description: nameText })
  @IsOptional()
  @IsName()
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the first workspace, 1 to 120 characters. Defaults to the name of the user. Not allowed if `WORKSPACE_CREATION` is `operator`.',
  })
  @IsOptional()
  @IsName()
  workspaceName?: string | null;
}

@InputType({ description: 'The token of a link to log in.' })
export class LoginLinkInput {
  @Field(() => String, { description: 'What is behind `token=` in the link.' })
  @Length(1, 200)
  token!: string;
}

@InputType({ description: 'The former and the new password.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'Your password so far.' })
  @Length(8, 200)
  currentPassword!: string;

  @Field(() => String, { description: newPasswordText })
  @Length(8, 200)
  newPassword!: string;
}

@InputType({ description: 'The token of an invitation, and who accepts it.' })
export class AcceptInviteInput {
  @Field(() => String, { description: 'The `inviteToken` of the invitation.' })
  @Length(1, 200, { message: 'token must be the inviteToken of an invitation.' })
  token!: string;

  @Field(() => String, { nullable: true, description: `The name of a new user, ${nameText}` })
  @IsOptional()
  @IsName()
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `The password of a new user, ${newPasswordText} With an account, its password; not needed with its access token.`,
  })
  @IsOptional()
  @Length(8, 200)
  password?: string | null;
}
