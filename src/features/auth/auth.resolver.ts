import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '../../platform/graphql/allow.js';
import type { GraphContext } from '../../platform/graphql/context.js';
import { LoginInput, RegisterInput } from './credentials.input.js';
import { Credentials, Me } from './credentials.object.js';
import { findMe } from './find-me.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { refresh } from './refresh.js';
import { register } from './register.js';
import { handOutCredentials } from './signed-in.js';

@Resolver()
export class AuthResolver {
  @Query(() => Me)
  @Allow({ authenticated: true })
  me(@Ctx() context: GraphContext): Promise<Me> {
    return findMe(context.services, context.principal());
  }

  @Mutation(() => Credentials, { description: 'Makes a person, an account with its wallet, and a first workspace' })
  @Allow({ public: true })
  async register(@Arg('input') input: RegisterInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return handOutCredentials(context, await register(context.services, input));
  }

  @Mutation(() => Credentials)
  @Allow({ public: true })
  async login(@Arg('input') input: LoginInput, @Ctx() context: GraphContext): Promise<Credentials> {
    return handOutCredentials(context, await login(context.services, input));
  }

  @Mutation(() => Credentials, {
    description: 'Swaps the refresh token in the cookie; using one twice ends the session',
  })
  @Allow({ public: true })
  async refresh(@Ctx() context: GraphContext): Promise<Credentials> {
    return handOutCredentials(context, await refresh(context));
  }

  @Mutation(() => Boolean, { description: 'Ends the session at once, with all its access tokens' })
  @Allow({ public: true })
  logout(@Ctx() context: GraphContext): Promise<boolean> {
    return logout(context);
  }
}
