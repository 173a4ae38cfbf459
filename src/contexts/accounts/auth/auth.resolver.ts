import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { listMemberships, type Membership } from '../members/index.js';
import { Workspace } from '../workspaces/index.js';
import { Logout } from './account.object.js';
import {
  AcceptInviteInput,
  ChangePasswordInput,
  LoginInput,
  LoginLinkInput,
  RegisterInput,
} from './credentials.input.js';
import { Credentials, Me } from './credentials.object.js';
import { findMe } from './find-me.js';
import { login } from './login.js';
import { changePassword } from './passwords/change-password.js';
import { acceptInvite } from './registration/accept-invite.js';
import { register } from './registration/register.js';
import { loginByLink } from './sessions/login-link.js';
import { logout } from './sessions/logout.js';
import { logoutAll } from './sessions/logout-all.js';
import { requestOriginOf } from './sessions/origin.js';
import { refresh } from './sessions/refresh.js';
import { issueCredentials } from './sessions/signed-in.js';

@Resolver(() => Me)
export class MeResolver {
  @FieldResolver(() => [Workspace], {
    description: 'Workspaces of the caller, oldest first; for an API key, only its own.',
  })
  workspaces(@Root() { id }: Me, @Ctx() { services, caller }: GraphContext): Promise<Membership[]> {
    const only = caller.principal?.kind === 'apiKey' ? caller.principal.workspaceId : null;
    return listMemberships(services.db.pool, id, only);
  }
}

@Resolver()
export class AuthResolver {
  @Query(() => Me, { description: 'Get the caller and their workspaces.' })
  @Allow({ authenticated: true })
  me(@Ctx() context: GraphContext): Promise<Me> {
    return findMe(context.services, context.principal());
  }

  @Mutation(() => Credentials, {
    description:
      'Register a user, with an account, a wallet and a first workspace. If `WORKSPACE_CREATION` is `operator`, there is no first workspace.',
  })
  @Allow({ public: true, limit: 'credentials' })
  @Refuses('NOT_ALLOWED_WITH', 'PASSWORD_WEAK')
  async register(@Arg('input') input: RegisterInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await register(context.services, input, requestOriginOf(context)));
  }

  @Mutation(() => Credentials, { description: 'Log in with email and password.' })
  @Allow({ public: true, limit: 'credentials' })
  async login(@Arg('input') input: LoginInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await login(context.services, input, requestOriginOf(context)));
  }

  @Mutation(() => Credentials, { description: 'Log in by a link that the operator has created. It works once.' })
  @Allow({ public: true, limit: 'credentials' })
  async loginLink(@Arg('input') input: LoginLinkInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await loginByLink(context, input.token));
  }

  @Mutation(() => Credentials, {
    description:
      'Refresh the access token with the refresh token of the cookie, which is replaced; using one twice ends the session.',
  })
  @Allow({ public: true, unaudited: 'It continues a session; its login is recorded.' })
  async refresh(
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description:
        '22 to 255 printable ASCII characters, chosen at random for this refresh. If the answer is lost, the refresh can be repeated with the same key until the next one, and sets the same cookie; without it, a repetition ends the session.',
    })
    idempotencyKey: string | null,
    @Ctx() context: GraphContext,
  ): Promise<Credentials> {
    return issueCredentials(context, await refresh(context, idempotencyKey ?? null));
  }

  @Mutation(() => Logout, {
    description: 'Log out of the current session: its access tokens are refused from then on.',
  })
  @Allow({ public: true })
  logout(@Ctx() context: GraphContext): Promise<Logout> {
    return logout(context);
  }

  @Mutation(() => Logout, {
    description: 'Log out of all sessions of the caller: their access tokens are refused from then on.',
  })
  @Allow({ authenticated: true, session: true })
  async logoutAll(@Ctx() context: GraphContext): Promise<Logout> {
    return { loggedOut: await logoutAll(context) };
  }

  @Mutation(() => Credentials, {
    description: 'Change the password and end all other sessions; continue with the credentials in the answer.',
  })
  @Allow({ authenticated: true, session: true })
  @Refuses('PASSWORD_WRONG', 'PASSWORD_WEAK')
  async changePassword(@Arg('input') input: ChangePasswordInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await changePassword(context, input));
  }

  @Mutation(() => Credentials, {
    description:
      'Accept an invitation to a workspace. With an account, send its password or an access token; without one, choose a password. A token that was only mailed, by the mail server of this server, verifies the email.',
  })
  @Allow({ public: true, limit: 'credentials' })
  @Refuses('REQUIRED_WITH', 'PASSWORD_WEAK')
  async acceptInvite(@Arg('input') input: AcceptInviteInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return issueCredentials(context, await acceptInvite(context, input));
  }
}
