import {
  AcceptInviteDocument,
  ChangePasswordDocument,
  GetCallerDocument,
  LoginDocument,
  LogoutAllDocument,
  LogoutDocument,
  RefreshSessionDocument,
  RegisterDocument,
} from '../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../rest/route.js';

export const routes = rootRoutes({
  'POST /auth/register': route({
    operation: RegisterDocument,
    summary: 'Register a user with an account, a wallet and a first workspace',
    data: (result) => result.register,
    status: 201,
  }),
  'POST /auth/login': route({
    operation: LoginDocument,
    summary: 'Log in with email and password',
    description:
      'Answers alike for known and unknown emails. The refresh token comes as the HttpOnly cookie `wa_refresh`.',
    data: (result) => result.login,
  }),
  'POST /auth/refresh': route({
    operation: RefreshSessionDocument,
    summary: 'Refresh the access token',
    description: 'The cookie is swapped each time. One that was used before ends its session.',
    data: (result) => result.refresh,
  }),
  'POST /auth/logout': route({
    operation: LogoutDocument,
    summary: 'Log out of the current session',
    data: (result) => ({ loggedOut: result.logout }),
  }),
  'POST /auth/logout-all': route({
    operation: LogoutAllDocument,
    summary: 'Log out of all sessions',
    data: (result) => ({ loggedOut: result.logoutAll }),
  }),
  'POST /auth/change-password': route({
    operation: ChangePasswordDocument,
    summary: 'Change the password and end all other sessions',
    description: 'Access tokens and cookies so far are refused at once; go on with those of the answer.',
    data: (result) => result.changePassword,
  }),
  'POST /auth/accept-invite': route({
    operation: AcceptInviteDocument,
    summary: 'Accept an invitation',
    description:
      'A new person sends `password`, and `name` if it likes. Who has an account sends its password, or its access token.',
    data: (result) => result.acceptInvite,
  }),
  'GET /auth/me': route({
    operation: GetCallerDocument,
    summary: 'Get the caller and their workspaces',
    data: ({ me }) => ({ user: { id: me.id, email: me.email, name: me.name }, workspaces: me.workspaces }),
  }),
});
