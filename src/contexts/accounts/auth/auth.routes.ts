import {
  AcceptInviteDocument,
  ChangePasswordDocument,
  GetMeDocument,
  LoginDocument,
  LoginWithCodeDocument,
  LoginWithLinkDocument,
  LogoutAllDocument,
  LogoutDocument,
  RefreshSessionDocument,
  RegisterDocument,
} from '../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../rest/route.js';

export const routes = rootRoutes({
  'POST /auth/register': route({
    operation: RegisterDocument,
    summary: 'Register a user',
    description: 'Creates the user, an account with a wallet, and a first workspace.',
    fails: ['FORBIDDEN', 'CONFLICT'],
    setsCookies: true,
    example: {
      body: {
        email: 'owner@example.com',
        password: 'correct horse battery staple',
        name: 'Eva',
        workspaceName: 'Acme',
      },
    },
    data: (result) => result.register,
    status: 201,
  }),
  'POST /auth/login': route({
    operation: LoginDocument,
    summary: 'Log in with email and password',
    description:
      'The answer is the same for a wrong password and an unknown email. For users with an authenticator app it is 401 `TOTP_REQUIRED`. The refresh token is set as the HttpOnly cookie `wa_refresh`.',
    fails: ['UNAUTHENTICATED', 'TOTP_REQUIRED'],
    setsCookies: true,
    example: { body: { email: 'owner@example.com', password: 'correct horse battery staple' } },
    data: (result) => result.login,
  }),
  'POST /auth/login/totp': route({
    operation: LoginWithCodeDocument,
    summary: 'Log in with a code of the authenticator app',
    description:
      'The second step for users with an authenticator app: `POST /auth/login` has answered 401 `TOTP_REQUIRED`, with the `challengeToken` in `details`.',
    fails: ['INVALID_TOKEN', 'TOTP_INVALID'],
    setsCookies: true,
    example: { body: { challengeToken: 'eyJhbGciOi…', code: '492039' } },
    data: (result) => result.loginTotp,
  }),
  'POST /auth/login/link': route({
    operation: LoginWithLinkDocument,
    summary: 'Log in with a link of the operator',
    description:
      'The link that the server prints at its start for the demo workspace, or that `workspace-automation user login-link` creates, opens the dashboard, which sends its token here. It works once, for an hour.',
    fails: ['INVALID_TOKEN', 'TOTP_REQUIRED'],
    setsCookies: true,
    example: { body: { token: 'm2v7…' } },
    data: (result) => result.loginLink,
  }),
  'POST /auth/refresh': route({
    operation: RefreshSessionDocument,
    summary: 'Refresh the access token',
    description: 'The cookie is replaced each time. A refresh token that was used before ends its session.',
    fails: ['UNAUTHENTICATED', 'INVALID_TOKEN'],
    credential: 'refreshCookie',
    setsCookies: true,
    data: (result) => result.refresh,
  }),
  'POST /auth/logout': route({
    operation: LogoutDocument,
    summary: 'Log out of the current session',
    fails: ['SESSION_REQUIRED', 'FORBIDDEN'],
    credential: 'session',
    setsCookies: true,
    data: (result) => result.logout,
  }),
  'POST /auth/logout-all': route({
    operation: LogoutAllDocument,
    summary: 'Log out of all sessions',
    setsCookies: true,
    data: (result) => result.logoutAll,
  }),
  'POST /auth/change-password': route({
    operation: ChangePasswordDocument,
    summary: 'Change the password and end all other sessions',
    description: 'Earlier access tokens and cookies are refused from then on; continue with those of the answer.',
    fails: ['UNAUTHENTICATED', 'CONFLICT'],
    setsCookies: true,
    example: { body: { currentPassword: 'correct horse battery staple', newPassword: 'staple battery horse correct' } },
    data: (result) => result.changePassword,
  }),
  'POST /auth/accept-invite': route({
    operation: AcceptInviteDocument,
    summary: 'Accept an invitation',
    description:
      'Without an account, send a new `password` and optionally a `name`. With an account, send its password or its access token.',
    fails: ['UNAUTHENTICATED', 'INVALID_TOKEN', 'CONFLICT'],
    setsCookies: true,
    example: { body: { token: 'q3w7…', name: 'Luis', password: 'battery staple correct horse' } },
    data: (result) => result.acceptInvite,
  }),
  'GET /auth/me': route({
    operation: GetMeDocument,
    summary: 'Get the caller and their workspaces',
    data: ({ me: { id, email, name, emailVerified, totp, workspaces } }) => ({
      user: { id, email, name, emailVerified, totp },
      workspaces,
    }),
  }),
});
