import { Matches } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { Length } from '../../../../platform/graphql/text-rules.js';

@InputType({ description: 'The current password.' })
export class PasswordInput {
  @Field(() => String, { description: 'Your password.' })
  @Length(8, 200)
  password!: string;
}

@InputType({ description: 'The current password, and a code of the authenticator app.' })
export class ConfirmTotpInput extends PasswordInput {
  @Field(() => String, { description: 'The current code of the authenticator app, 6 digits.' })
  @Matches(/^\s*\d{3}\s?\d{3}\s*$/, { message: 'code must have 6 digits.' })
  code!: string;
}

@InputType({ description: 'The second step of a login.' })
export class LoginTotpInput {
  @Field(() => String, { description: 'The `challengeToken` in the details of `TOTP_REQUIRED`; valid for 5 minutes.' })
  @Length(1, 500)
  challengeToken!: string;

  @Field(() => String, { description: 'The current code of the authenticator app, or an unused recovery code.' })
  @Length(6, 40)
  code!: string;
}
