import type { AppError } from '../../../../platform/errors/errors.js';
import {
  ConfirmIdentityDocument,
  GetLoginOptionsDocument,
  GetPendingIdentityDocument,
  LinkIdentityDocument,
  ListIdentitiesDocument,
  LoginWithProviderDocument,
  StartProviderLoginDocument,
  UnlinkIdentityDocument,
} from '../../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../../rest/route.js';
import { problemOf } from '../oidc/login-problem.js';

/** The browser shows the sign-in screen, which has a sentence for each problem. */
const toSignIn = (app: string) => (error: AppError) => {
  const problem = problemOf(error) ?? error.code;
  return { status: 303, headers: { location: `${app}/signin?problem=${problem}` }, body: null };
};

export const routes = rootRoutes({
  'GET /auth/providers': route({
    operation: GetLoginOptionsDocument,
    summary: 'Get how users can log in',
    data: (result) => result.loginOptions,
  }),
  'GET /auth/oidc/:providerId': route({
    operation: StartProviderLoginDocument,
    summary: 'Start a login by a provider',
    description:
      'For browsers: redirects to the page of the provider with 302, and there back to the callback. `returnTo` is a path of the dashboard, below `/app`. Errors redirect to the sign-in screen.',
    setsCookies: true,
    redirects: 302,
    example: { params: { providerId: 'company' }, query: { returnTo: '/flows' } },
    response: ({ startProviderLogin: { authorizeUrl } }) => ({
      status: 302,
      headers: { location: authorizeUrl },
      body: null,
    }),
    failure: toSignIn('../../app'),
    data: (result) => result.startProviderLogin,
    inFlows: false,
  }),
  'GET /auth/oidc/:providerId/callback': route({
    operation: LoginWithProviderDocument,
    summary: 'Log in with a provider',
    description:
      'The redirect URI of this server at the provider. Opens a session as `POST /auth/login` does: sets the refresh token as the HttpOnly cookie `wa_refresh`, and redirects to the dashboard with 303. A program that drives a browser gets the access token by `POST /auth/refresh` with that cookie. Errors redirect to the sign-in screen with `problem`.',
    setsCookies: true,
    redirects: 303,
    example: {
      params: { providerId: 'company' },
      query: { state: 'AZr9…', code: 'SplxlOBeZQQYbYS6WxSbIA', iss: 'https://login.company.example' },
    },
    variables: ({ rawQuery }) => ({ answer: rawQuery }),
    response: ({ loginWithProvider: { location } }) => ({ status: 303, headers: { location }, body: null }),
    failure: toSignIn('../../../app'),
    data: (result) => result.loginWithProvider,
    inFlows: false,
  }),
  'GET /auth/me/identities': route({
    operation: ListIdentitiesDocument,
    summary: 'List linked identities of the caller',
    data: (result) => result.identities,
  }),
  'GET /auth/me/identities/pending': route({
    operation: GetPendingIdentityDocument,
    summary: 'Get the identity that waits for consent',
    data: (result) => result.pendingIdentity,
  }),
  'POST /auth/me/identities': route({
    operation: LinkIdentityDocument,
    summary: 'Link an identity to the caller',
    description:
      'Returns the page of the provider; open it in the same browser, which gets a cookie. The identity is linked when the provider sends the browser back.',
    fails: ['CONFLICT', 'UNAVAILABLE'],
    setsCookies: true,
    example: { body: { providerId: 'company', password: 'correct horse battery staple' } },
    data: (result) => result.linkIdentity,
    status: 202,
  }),
  'POST /auth/me/identities/confirm': route({
    operation: ConfirmIdentityDocument,
    summary: 'Confirm the identity that waits for consent',
    description:
      'After a login by a provider with the verified email of an existing account: log in to that account in the same browser, then confirm.',
    fails: ['INVALID_TOKEN', 'CONFLICT'],
    setsCookies: true,
    data: (result) => result.confirmIdentity,
  }),
  'DELETE /auth/me/identities/:identityId': route({
    operation: UnlinkIdentityDocument,
    summary: 'Unlink an identity of the caller',
    fails: ['CONFLICT'],
    data: (result) => result.unlinkIdentity,
  }),
});
