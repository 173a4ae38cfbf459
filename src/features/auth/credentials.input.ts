import { IsEmail, IsOptional, Length, Matches } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { workspaceName } from '../workspaces/index.js';

const emailRule = { message: 'email is an email address, as ana@example.com.' };
const passwordRule = { message: 'password is 8 to 200 characters long.' };

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
  @Matches(/^(?=.*\S)[^\0]{1,120}$/su, { message: 'name is 1 to 120 characters long and not blank.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Of the first workspace' })
  @IsOptional()
  @Matches(workspaceName, { message: 'workspaceName is 1 to 120 characters long and not blank.' })
  workspaceName?: string | null;
}
