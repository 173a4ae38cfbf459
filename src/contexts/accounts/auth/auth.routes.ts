import {
  AcceptInviteDocument,
  ChangePasswordDocument,
  GetCallerDocument,
  LogInDocument,
  LogInWithCodeDocument,
  LogOutAllDocument,
  LogOutDocument,
  RefreshSessionDocument,
  RegisterDocument,
} from '../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../rest/route.js';

export const routes = rootRoutes({
  'POST /auth/register': route({
    operation: RegisterDocument,
    summary: 'Register a user',
    description: 'Creates the user, an account with a wallet, and a first workspace.',
    data: (result) => result.register,
    status: 201,
  }),
  'POST /auth/login': route({
    operation: LogInDocument,
    summary: 'Log in with email and password',
    description:
      'The answer is the same for a wrong password and an unknown email. For users with an authenticator app it is 401 `TOTP_REQUIRED`. The refresh token is set as the HttpOnly cookie `wa_refresh`.',
    data: (result) => result.login,
  }),
  'POST /auth/login/totp': route({
    operation: LogInWithCodeDocument,
    summary: 'Log in with a code of the authenticator app',
    description:
      'The second step for users with an authenticator app: `POST /auth/login` has answered 401 `TOTP_REQUIRED`, with the `challengeToken` in `details`.',
    data: (result) => result.loginTotp,
  }),
  'POST /auth/refresh': route({
    operation: RefreshSessionDocument,
    summary: 'Refresh the access token',
    description: 'The cookie is replaced each time. A refresh token that was used before ends its session.',
    data: (result) => result.refresh,
  }),
  'POST /auth/logout': route({
    operation: LogOutDocument,
    summary: 'Log out of the current session',
    data: (result) => ({ loggedOut: result.logout }),
  }),
  'POST /auth/logout-all': route({
    operation: LogOutAllDocument,
    summary: 'Log out of all sessions',
    data: (result) => ({ loggedOut: result.logoutAll }),
  }),
  'POST /auth/change-password': route({
    operation: ChangePasswordDocument,
    summary: 'Change the password and end all other sessions',
    description: 'Earlier access tokens and cookies are refused from then on; continue with those of the answer.',
    data: (result) => result.changePassword,
  }),
  'POST /auth/accept-invite': route({
    operation: AcceptInviteDocument,
    summary: 'Accept an invitation',
    description:
      'Without an account, send a new `password` and optionally a `name`. With an account, send its password or its access token.',
    data: (result) => result.acceptInvite,
  }),
  'GET /auth/me': route({
    operation: GetCallerDocument,
    summary: 'Get the caller and their workspaces',
    data: ({ me: { workspaces, ...user } }) => ({ user, workspaces }),
  }),
});
