import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { Deleted } from '../../../../platform/graphql/deleted.js';
import { Refuses } from '../../../../platform/graphql/refuses.js';
import { loginProblems } from '../oidc/login-problem.js';
import { issueCredentials } from '../sessions/signed-in.js';
import { LinkIdentityInput } from './identity.input.js';
import {
  Identity,
  IdentityLink,
  LoginOptions,
  PendingLink,
  ProviderLogin,
  ProviderLoginStart,
} from './identity.object.js';
import { confirmIdentity, linkIdentity } from './link-identity.js';
import { listIdentities, showPending } from './list-identities.js';
import { loginWithProvider } from './login-with-provider.js';
import { startProviderLogin } from './start-provider-login.js';
import { unlinkIdentity } from './unlink-identity.js';

const idText = 'ID of the provider.';

@Resolver()
export class IdentityResolver {
  @Query(() => LoginOptions, { description: 'Get how users can log in to this server.' })
  @Allow({ public: true })
  loginOptions(@Ctx() { services: { settings } }: GraphContext): LoginOptions {
    const { passwordLogin, loginProviders } = settings;
    return { passwordLogin, providers: loginProviders.map(({ id, name }) => ({ id, name })) };
  }

  @Mutation(() => ProviderLoginStart, {
    description: 'Start a login by a provider. It ends in the same browser, within 10 minutes.',
  })
  @Allow({ public: true, limit: 'credentials', unaudited: 'Its end is recorded.' })
  @Refuses(...loginProblems)
  async startProviderLogin(
    @Arg('providerId', () => String, { description: idText }) providerId: string,
    @Arg('returnTo', () => String, {
      nullable: true,
      description: 'The path below `/app` to which the browser returns; other values count as `/`.',
    })
    returnTo: string | null,
    @Ctx() context: GraphContext,
  ): Promise<ProviderLoginStart> {
    return { authorizeUrl: await startProviderLogin(context, providerId, returnTo) };
  }

  @Mutation(() => ProviderLogin, { description: 'Log in by a provider, with its answer. It works once.' })
  @Allow({ public: true, limit: 'credentials' })
  @Refuses(...loginProblems)
  async loginWithProvider(
    @Arg('providerId', () => String, { description: idText }) providerId: string,
    @Arg('answer', () => String, {
      description:
        'The query string with which the provider sent the browser back, without `?`; at most 8,000 characters.',
    })
    answer: string,
    @Ctx() context: GraphContext,
  ): Promise<ProviderLogin> {
    const { location, signedIn } = await loginWithProvider(context, providerId, answer);
    if (signedIn) await issueCredentials(context, signedIn);
    return { location };
  }

  @Query(() => [Identity], { description: 'List the linked identities of the caller, the oldest first; at most 100.' })
  @Allow({ authenticated: true, session: true })
  identities(@Ctx() context: GraphContext): Promise<Identity[]> {
    return listIdentities(context);
  }

  @Query(() => PendingLink, {
    nullable: true,
    description: 'Get the identity that waits for the consent of the caller in this browser.',
  })
  @Allow({ authenticated: true, session: true })
  pendingIdentity(@Ctx() context: GraphContext): Promise<PendingLink | null> {
    return showPending(context);
  }

  @Mutation(() => ProviderLoginStart, { description: 'Start to link an account at a provider to the caller.' })
  @Allow({ authenticated: true, session: true })
  @Refuses('PASSWORD_WRONG', 'REQUIRED_WITH', 'STATE_UNSUITABLE', ...loginProblems)
  async linkIdentity(
    @Arg('input') input: LinkIdentityInput,
    @Ctx() context: GraphContext,
  ): Promise<ProviderLoginStart> {
    return { authorizeUrl: await linkIdentity(context, input) };
  }

  @Mutation(() => IdentityLink, {
    description: 'Link the identity that waits in this browser to the caller, who has logged in since.',
  })
  @Allow({ authenticated: true, session: true })
  @Refuses(...loginProblems)
  async confirmIdentity(@Ctx() context: GraphContext): Promise<IdentityLink> {
    return { id: await confirmIdentity(context) };
  }

  @Mutation(() => Deleted, {
    description: 'Unlink an identity of the caller. Other sessions that it began end. The last way to log in stays.',
  })
  @Allow({ authenticated: true, session: true })
  unlinkIdentity(@Arg('identityId', () => ID) identityId: string, @Ctx() context: GraphContext): Promise<Deleted> {
    return unlinkIdentity(context, identityId);
  }
}
