import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** A provider of OpenID Connect with people who log in without being asked anything. */
export interface RealProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claims of people by their subject. */
  people: Map<string, Record<string, unknown>>;
  /** Who sits at the browser; null for somebody who does not log in. */
  present: string | null;
  close(): Promise<void>;
}

interface Options {
  /** The servers that may use it. */
  redirectUris: string[];
  logoutUris?: string[];
  /** Whether the email is in the ID token, or only shown on request. */
  emailInToken?: boolean;
}

const client = { clientId: 'workspace-automation', clientSecret: 'a secret of the client' };

/** Starts `oidc-provider` on loopback. */
export async function startRealProvider({
  redirectUris,
  logoutUris = [],
  emailInToken = false,
}: Options): Promise<RealProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: RealProvider = { issuer, ...client, people: new Map(), present: null, close };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: logoutUris,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: !emailInToken,
    cookies: { keys: ['a key for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/people/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...state.people.get(sub) }) }),
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      if (!oidc.client || !accountId) return undefined;
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  } satisfies Configuration);
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/people/')) return answer(request, response);
    const result = state.present
      ? { login: { accountId: state.present } }
      : { error: 'access_denied', error_description: 'The person went away.' };
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return state;
}
