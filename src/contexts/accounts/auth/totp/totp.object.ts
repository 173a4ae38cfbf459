import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'An authenticator app to set up.' })
export class TotpEnrollment {
  @Field(() => String, {
    description: 'The secret in base32, to type into an authenticator app. It is not shown again.',
  })
  secret!: string;

  @Field(() => String, { description: 'The same as an `otpauth://` URI, to show as a QR code.' })
  uri!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The two-step login of a user.' })
export class TotpState {
  @Field(() => Boolean, { description: 'Whether a login requires a code of an authenticator app.' })
  enabled!: boolean;

  @Field(() => Int, { description: 'Unused recovery codes of the authenticator app.' })
  recoveryCodesLeft!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The recovery codes of an authenticator app.' })
export class TotpRecovery {
  @Field(() => [String], {
    description: 'Ten codes, each of which replaces one code of the app. They are not shown again.',
  })
  recoveryCodes!: string[];
}

@ObjectType({ simpleResolvers: true, description: 'A two-step login that was disabled.' })
export class DisabledTotp {
  @Field(() => Boolean, { description: 'Always true: logins require the password only.' })
  disabled!: boolean;
}
