import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { Refuses } from '../../../../platform/graphql/refuses.js';
import { Credentials, Me } from '../credentials.object.js';
import { issueCredentials } from '../sessions/signed-in.js';
import { loginTotp } from './login-totp.js';
import { confirmTotp, disableTotp, enrollTotp, regenerateRecoveryCodes } from './manage-totp.js';
import { ConfirmTotpInput, LoginTotpInput, PasswordInput } from './totp.input.js';
import { DisabledTotp, TotpEnrollment, TotpRecovery, TotpState } from './totp.object.js';
import { readTotpState } from './totp-factor.js';

@Resolver(() => Me)
export class TotpResolver {
  @FieldResolver(() => TotpState, { description: 'The two-step login of the caller.' })
  totp(@Root() me: Me, @Ctx() context: GraphContext): Promise<TotpState> {
    return readTotpState(context.services.db.pool, me.id);
  }

  @Mutation(() => Credentials, {
    description: 'Log in with a code of the authenticator app, after `login` has answered `TOTP_REQUIRED`.',
  })
  @Allow({ public: true, limit: 'credentials' })
  async loginTotp(@Arg('input') input: LoginTotpInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await loginTotp(context, input));
  }

  @Mutation(() => TotpEnrollment, {
    description: 'Enroll an authenticator app (TOTP, RFC 6238); logins require its codes after `confirmTotp`.',
  })
  @Allow({ authenticated: true, session: true })
  @Refuses('PASSWORD_WRONG')
  enrollTotp(@Arg('input') input: PasswordInput, @Ctx() context: GraphContext): Promise<TotpEnrollment> {
    return enrollTotp(context, input);
  }

  @Mutation(() => TotpRecovery, {
    description: 'Confirm the authenticator app by a code, and get ten recovery codes, which are returned only once.',
  })
  @Allow({ authenticated: true, session: true })
  @Refuses('CODE_WRONG', 'PASSWORD_WRONG')
  async confirmTotp(@Arg('input') input: ConfirmTotpInput, @Ctx() context: GraphContext): Promise<TotpRecovery> {
    return { recoveryCodes: await confirmTotp(context, input) };
  }

  @Mutation(() => DisabledTotp, { description: 'Disable the authenticator app and delete the recovery codes.' })
  @Allow({ authenticated: true, session: true })
  @Refuses('PASSWORD_WRONG')
  async disableTotp(@Arg('input') input: PasswordInput, @Ctx() context: GraphContext): Promise<DisabledTotp> {
    return { disabled: await disableTotp(context, input) };
  }

  @Mutation(() => TotpRecovery, {
    description: 'Regenerate the recovery codes; the earlier ones become invalid at once.',
  })
  @Allow({ authenticated: true, session: true })
  @Refuses('PASSWORD_WRONG')
  async regenerateRecoveryCodes(
    @Arg('input') input: PasswordInput,
    @Ctx() context: GraphContext,
  ): Promise<TotpRecovery> {
    return { recoveryCodes: await regenerateRecoveryCodes(context, input) };
  }
}
