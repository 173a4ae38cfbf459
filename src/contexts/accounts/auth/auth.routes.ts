import {
  AcceptInviteDocument,
  ChangePasswordDocument,
  LoginDocument,
  LogoutAllDocument,
  LogoutDocument,
  MeDocument,
  RefreshDocument,
  RegisterDocument,
} from '../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../rest/route.js';

export const routes = rootRoutes({
  'POST /auth/register': route({
    operation: RegisterDocument,
    summary: 'Register: a person, an account with its wallet, and a first workspace',
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
    operation: RefreshDocument,
    summary: 'Get a new access token by the cookie',
    description: 'The cookie is swapped each time. One that was used before ends its session.',
    data: (result) => result.refresh,
  }),
  'POST /auth/logout': route({
    operation: LogoutDocument,
    summary: 'End the session',
    data: (result) => ({ loggedOut: result.logout }),
  }),
  'POST /auth/logout-all': route({
    operation: LogoutAllDocument,
    summary: 'End every session of the caller',
    data: (result) => ({ loggedOut: result.logoutAll }),
  }),
  'POST /auth/change-password': route({
    operation: ChangePasswordDocument,
    summary: 'Change the password and end every other session',
    description: 'Access tokens and cookies so far are refused at once; go on with those of the answer.',
    data: (result) => result.changePassword,
  }),
  'POST /auth/accept-invite': route({
    operation: AcceptInviteDocument,
    summary: 'Join a workspace by the token of an invitation',
    description:
      'A new person sends `password`, and `name` if it likes. Who has an account sends its password, or its access token.',
    data: (result) => result.acceptInvite,
  }),
  'GET /auth/me': route({
    operation: MeDocument,
    summary: 'Who the credential belongs to, and the workspaces it reaches',
    data: ({ me }) => ({ user: { id: me.id, email: me.email, name: me.name }, workspaces: me.workspaces }),
  }),
});
