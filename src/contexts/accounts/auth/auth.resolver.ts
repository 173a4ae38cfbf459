import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { acceptInvite } from './accept-invite.js';
import { changePassword } from './change-password.js';
import { AcceptInviteInput, ChangePasswordInput, LoginInput, RegisterInput } from './credentials.input.js';
import { Credentials, Me } from './credentials.object.js';
import { findMe } from './find-me.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { logoutAll } from './logout-all.js';
import { refresh } from './refresh.js';
import { register } from './register.js';
import { issueCredentials } from './signed-in.js';

@Resolver()
export class AuthResolver {
  @Query(() => Me)
  @Allow({ authenticated: true })
  me(@Ctx() context: GraphContext): Promise<Me> {
    return findMe(context.services, context.principal());
  }

  @Mutation(() => Credentials, { description: 'Makes a person, an account with its wallet, and a first workspace' })
  @Allow({ public: true, limit: 'credentials' })
  async register(@Arg('input') input: RegisterInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await register(context.services, input));
  }

  @Mutation(() => Credentials)
  @Allow({ public: true, limit: 'credentials' })
  async login(@Arg('input') input: LoginInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await login(context.services, input));
  }

  @Mutation(() => Credentials, {
    description: 'Swaps the refresh token in the cookie; using one twice ends the session',
  })
  @Allow({ public: true })
  async refresh(@Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await refresh(context));
  }

  @Mutation(() => Boolean, { description: 'Ends the session at once, with all its access tokens' })
  @Allow({ public: true })
  logout(@Ctx() context: GraphContext): Promise<boolean> {
    return logout(context);
  }

  @Mutation(() => Boolean, { description: 'Ends every session of the caller at once, with all access tokens' })
  @Allow({ authenticated: true, session: true })
  logoutAll(@Ctx() context: GraphContext): Promise<boolean> {
    return logoutAll(context);
  }

  @Mutation(() => Credentials, { description: 'Ends every other session; the caller goes on with what this answers' })
  @Allow({ authenticated: true, session: true })
  async changePassword(@Arg('input') input: ChangePasswordInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await changePassword(context, input));
  }

  @Mutation(() => Credentials, {
    description: 'Joins a workspace. Who has an account sends its password or is signed in; others set one',
  })
  @Allow({ public: true, limit: 'credentials' })
  async acceptInvite(@Arg('input') input: AcceptInviteInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await acceptInvite(context, input));
  }
}
