import { IsEmail, IsOptional, Length, Matches } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { workspaceName } from '../workspaces/index.js';

const emailRule = { message: 'email is an email address, as ana@example.com.' };
const passwordRule = { message: '$property is 8 to 200 characters long.' };
const personName = /^(?=.*\S).{1,120}$/su;
const personNameRule = { message: 'name is 1 to 120 characters long and not blank.' };

@InputType()
export class LoginInput {
  @Field(() => String)
  @IsEmail({}, emailRule)
  email!: string;

  @Field(() => String)
  @Length(8, 200, passwordRule)
  password!: string;
}

@InputType()
export class RegisterInput extends LoginInput {
  @Field(() => String, { nullable: true, description: 'The part of the email before @ when left out' })
  @IsOptional()
  @Matches(personName, personNameRule)
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Of the first workspace' })
  @IsOptional()
  @Matches(workspaceName, { message: 'workspaceName is 1 to 120 characters long and not blank.' })
  workspaceName?: string | null;
}

@InputType()
export class ChangePasswordInput {
  @Field(() => String)
  @Length(8, 200, passwordRule)
  currentPassword!: string;

  @Field(() => String)
  @Length(8, 200, passwordRule)
  newPassword!: string;
}

@InputType()
export class AcceptInviteInput {
  @Field(() => String, { description: 'The `inviteToken` of the invitation' })
  @Length(1, 200, { message: 'token is the inviteToken of an invitation.' })
  token!: string;

  @Field(() => String, { nullable: true, description: 'Of a new person; the part of the email before @ when left out' })
  @IsOptional()
  @Matches(personName, personNameRule)
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A new person sets it; who has an account gives the one it has, or is signed in',
  })
  @IsOptional()
  @Length(8, 200, passwordRule)
  password?: string | null;
}
