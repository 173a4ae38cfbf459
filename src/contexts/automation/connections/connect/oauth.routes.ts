import {
  ConnectConnectionDocument,
  CreateConnectionLinkDocument,
  FinishConnectionDocument,
  OpenConnectionLinkDocument,
} from '../../../../rest/generated/operations.js';
import { responseOf } from '../../../../rest/page-response.js';
import { type Route, rootRoutes, route, workspaceRoutes } from '../../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /connections/:connectionId/connect': route({
    operation: ConnectConnectionDocument,
    summary: 'Connect an account',
    description:
      'Returns the page of the service on which the owner of the account consents. It leads back to `/oauth/callback`, which works in the browser in which you are logged in, once, within ten minutes. An API key needs a link instead. With the grant `client_credentials` the app gets its token at once, and `authorizeUrl` is null.',
    fails: ['SESSION_REQUIRED', 'CONFLICT'],
    inFlows: false,
    data: (result) => result.connectConnection,
  }),
  'POST /connections/:connectionId/links': route({
    operation: CreateConnectionLinkDocument,
    summary: 'Create a link by which a customer connects their account',
    description: 'The link needs no login. It is used up when an account is connected by it.',
    fails: ['CONFLICT'],
    example: { body: { hours: 72 } },
    inFlows: false,
    status: 201,
    data: (result) => result.createConnectionLink,
  }),
});

function linkRoute(begin: boolean): Route {
  return route({
    operation: OpenConnectionLinkDocument,
    summary: begin ? 'Open the service that a link leads to' : 'Open a link by which an account is connected',
    description: begin
      ? 'Leads to the page of the service; with `Accept: application/json` the answer names it. The callback works in this browser only, which gets a cookie.'
      : 'A page that asks before it leads to the service; with `Accept: application/json` JSON. No API key is needed.',
    variables: ({ params, headers }) => ({ token: params.token, begin, ...acceptedBy(headers) }),
    example: { params: { token: 'AZr9…' }, headers: { accept: 'application/json' } },
    setsCookies: true,
    response: ({ openConnectionLink: { page } }) => responseOf(page),
    data: ({ openConnectionLink: { name, authorizeUrl } }) => ({ name, authorizeUrl }),
  });
}

function acceptedBy(headers: Record<string, string | string[] | undefined>) {
  return { accept: headers.accept, acceptLanguage: headers['accept-language'] };
}

export const oauthRoutes = rootRoutes({
  'GET /oauth/links/:token': linkRoute(false),
  'GET /oauth/links/:token/begin': linkRoute(true),
  'GET /oauth/callback': route({
    operation: FinishConnectionDocument,
    summary: 'Finish connecting an account',
    description:
      'The page to which a service leads back, with `state` and `code`, or `error`. It is registered with the service as the redirect URI of the app. It works once, in the browser of the user or of the link that began. With `Accept: application/json` a success is JSON.',
    variables: ({ rawQuery, headers }) => ({ query: rawQuery, ...acceptedBy(headers) }),
    example: {
      query: { state: 'AZr9…', code: 'SplxlOBeZQQYbYS6WxSbIA' },
      headers: { accept: 'application/json' },
    },
    response: ({ finishConnection: { page } }) => responseOf(page),
    data: ({ finishConnection: { connected } }) => ({ connected }),
  }),
});
