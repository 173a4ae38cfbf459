import { IsOptional } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { Email, Length } from '../../../platform/graphql/text-rules.js';
import { IsName } from '../users/index.js';

const passwordText = '8 to 200 characters; must not be easy to guess.';
const tokenMessage = 'token must be the token of a link that was mailed to you.';

@InputType({ description: 'Whose password is to be reset.' })
export class ForgotPasswordInput {
  @Field(() => String)
  @Email()
  email!: string;
}

@InputType({ description: 'A new password, with the token of the mailed link.' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'The token of the mailed link; valid once, for 30 minutes.' })
  @Length(1, 200, { message: tokenMessage })
  token!: string;

  @Field(() => String, { description: `The new password, ${passwordText}` })
  @Length(8, 200)
  password!: string;
}

@InputType({ description: 'The token of the mailed link.' })
export class VerifyEmailInput {
  @Field(() => String, { description: 'The token of the mailed link; valid once, for 24 hours.' })
  @Length(1, 200, { message: tokenMessage })
  token!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The password of the account; not needed with its access token. Without either, the first verification discards what was made in the account before, with its password.',
  })
  @IsOptional()
  @Length(1, 200)
  password?: string | null;
}

@InputType({ description: 'Another email of an account.' })
export class ChangeEmailInput {
  @Field(() => String, { description: 'The new email.' })
  @Email()
  email!: string;

  @Field(() => String, { description: 'Your password.' })
  @Length(8, 200)
  password!: string;
}

@InputType({ description: 'What changes of the own account.' })
export class UpdateMeInput {
  @Field(() => String, { nullable: true, description: '1 to 120 characters.' })
  @IfSent()
  @IsName()
  name?: string;
}
