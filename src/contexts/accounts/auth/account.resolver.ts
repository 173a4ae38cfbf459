import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import { IfUnmodifiedSince } from '../../../platform/graphql/if-unmodified-since.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import {
  ChangeEmailInput,
  ForgotPasswordInput,
  ResetPasswordInput,
  UpdateMeInput,
  VerifyEmailInput,
} from './account.input.js';
import { EmailChange, LinkRequest, PasswordReset, RevokedSessions, VerifiedEmail } from './account.object.js';
import { Me } from './credentials.object.js';
import { changeEmail } from './emails/change-email.js';
import { sendVerificationEmail } from './emails/send-verification.js';
import { verifyEmail } from './emails/verify-email.js';
import { forgotPassword } from './passwords/forgot-password.js';
import { resetPassword } from './passwords/reset-password.js';
import { listSessions } from './sessions/list-sessions.js';
import { revokeOtherSessions, revokeSession } from './sessions/revoke-session.js';
import { SessionListArgs, SessionPage, type SessionView } from './sessions/session.object.js';
import { updateMe } from './update-me.js';

@Resolver()
export class AccountResolver {
  @Mutation(() => LinkRequest, {
    description: 'Send a link to reset a password, if a user has the email. The answer is the same if no user has it.',
  })
  @Allow({ public: true, limit: 'accountLinks' })
  async forgotPassword(@Arg('input') input: ForgotPasswordInput, @Ctx() context: GraphContext): Promise<LinkRequest> {
    return { accepted: await forgotPassword(context.services, input.email) };
  }

  @Mutation(() => PasswordReset, {
    description: 'Reset the password by a mailed link, and end all sessions of the user.',
  })
  @Allow({ public: true, limit: 'accountLinks' })
  @Refuses('PASSWORD_WEAK')
  async resetPassword(@Arg('input') input: ResetPasswordInput, @Ctx() context: GraphContext): Promise<PasswordReset> {
    return { reset: await resetPassword(context, input) };
  }

  @Mutation(() => VerifiedEmail, {
    description: 'Verify an email by the link that was mailed to it. A changed email then takes effect.',
  })
  @Allow({ public: true, limit: 'accountLinks' })
  @Refuses('PASSWORD_WRONG')
  async verifyEmail(@Arg('input') input: VerifyEmailInput, @Ctx() context: GraphContext): Promise<VerifiedEmail> {
    return { email: await verifyEmail(context, input) };
  }

  @Mutation(() => LinkRequest, { description: 'Send the caller a new link that verifies their email.' })
  @Allow({ authenticated: true, session: true })
  async sendVerificationEmail(@Ctx() context: GraphContext): Promise<LinkRequest> {
    return { accepted: await sendVerificationEmail(context) };
  }

  @Mutation(() => EmailChange, {
    description: 'Change the email of the caller, once the link that is mailed to the new email is opened.',
  })
  @Allow({ authenticated: true, session: true })
  @Refuses('PASSWORD_WRONG', 'UNCHANGED')
  changeEmail(@Arg('input') input: ChangeEmailInput, @Ctx() context: GraphContext): Promise<EmailChange> {
    return changeEmail(context, input);
  }

  @Mutation(() => Me, { description: 'Update the name of the caller.' })
  @Allow({ authenticated: true, session: true })
  updateMe(
    @Arg('input') input: UpdateMeInput,
    @Ctx() context: GraphContext,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<Me> {
    return updateMe(context, input, ifUnmodifiedSince);
  }

  @Query(() => SessionPage, { description: 'List sessions of the caller, the last used first.' })
  @Allow({ authenticated: true, session: true })
  sessions(@Args() args: SessionListArgs, @Ctx() context: GraphContext): Promise<PageOf<SessionView>> {
    return listSessions(context, args);
  }

  @Mutation(() => Deleted, { description: 'Revoke a session of the caller: its access tokens are refused at once.' })
  @Allow({ authenticated: true, session: true })
  revokeSession(@Arg('sessionId', () => ID) sessionId: string, @Ctx() context: GraphContext): Promise<Deleted> {
    return revokeSession(context, sessionId);
  }

  @Mutation(() => RevokedSessions, { description: 'Revoke all sessions of the caller but the current one.' })
  @Allow({ authenticated: true, session: true })
  async revokeOtherSessions(@Ctx() context: GraphContext): Promise<RevokedSessions> {
    return { revoked: await revokeOtherSessions(context) };
  }
}
