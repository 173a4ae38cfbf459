import * as oauth from 'oauth4webapi';
import { defineService } from '../../../../platform/define-service.js';
import type { LoginProvider } from '../../../../platform/login-provider.js';
import { guardedFetch } from './guarded-fetch.js';
import { loginProblem } from './login-problem.js';
import { type ProviderIdentity, toIdentity } from './provider-identity.js';

/** The secrets of one login, which are derived from its state. */
export interface LoginSecrets {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

/** The conversation with providers of OpenID Connect. */
export interface OidcClient {
  /** Where the browser begins. @throws AppError UNAVAILABLE */
  authorizeUrl(provider: LoginProvider, secrets: LoginSecrets): Promise<string>;
  /**
   * Who has logged in, by the query with which the provider sent the browser back. State, issuer, signature, audience,
   * nonce and times are checked.
   * @throws AppError UNAUTHENTICATED, UNAVAILABLE
   */
  identify(provider: LoginProvider, secrets: LoginSecrets, query: string): Promise<ProviderIdentity>;
  /** Where the browser ends the session of the provider, too; null if the provider has no such page, or cannot be reached. */
  logoutUrl(provider: LoginProvider, idToken: string, returnUri: string): Promise<string | null>;
}

/** How long what a provider says of itself is not read again. */
const metadataMs = 10 * 60 * 1000;

interface Known {
  metadata: Promise<oauth.AuthorizationServer>;
  readAt: number;
  keys: oauth.JWKSCacheInput;
}

/** Talks to providers over the guarded network. Their documents and keys are kept for ten minutes. */
export const oidcClient = defineService<OidcClient>('oidc client', ({ outbound, log }) => {
  const known = new Map<string, Known>();
  const fetch = guardedFetch(outbound);

  const options = (provider: LoginProvider) => ({
    [oauth.customFetch]: fetch,
    // A provider on this machine, see `loginProviders` of the configuration.
    [oauth.allowInsecureRequests]: provider.issuer.startsWith('http:'),
  });

  async function discover(provider: LoginProvider): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(provider.issuer);
    try {
      const response = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...options(provider) });
      return await oauth.processDiscoveryResponse(issuer, response);
    } catch (cause) {
      throw new Error('The discovery document of the provider cannot be read.', { cause });
    }
  }

  function knownOf(provider: LoginProvider): Known {
    const key = JSON.stringify([provider.id, provider.issuer]);
    const found = known.get(key);
    if (found && performance.now() - found.readAt < metadataMs) return found;
    const fresh = { metadata: discover(provider), readAt: performance.now(), keys: found?.keys ?? {} };
    known.set(key, fresh);
    // What could not be read is read again at the next login.
    fresh.metadata.catch(() => known.get(key) === fresh && known.delete(key));
    return fresh;
  }

  async function asking<T>(provider: LoginProvider, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      log.warn({ err: error, provider: provider.id }, 'a login by a provider failed');
      throw loginProblem(isDenial(error) ? 'PROVIDER_DENIED' : 'PROVIDER_UNAVAILABLE');
    }
  }

  return {
    authorizeUrl: (provider, { state, nonce, verifier, redirectUri }) =>
      asking(provider, async () => {
        const metadata = await knownOf(provider).metadata;
        if (!metadata.authorization_endpoint) throw new Error('The provider has no authorization_endpoint.');
        const url = new URL(metadata.authorization_endpoint);
        const parameters = {
          client_id: provider.clientId,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: provider.scopes.join(' '),
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        };
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
        return url.href;
      }),

    identify: (provider, { state, nonce, verifier, redirectUri }, query) =>
      asking(provider, async () => {
        const { metadata: reading, keys } = knownOf(provider);
        const metadata = await reading;
        const client: oauth.Client = { client_id: provider.clientId };
        const guarded = { ...options(provider), [oauth.jwksCache]: keys };
        const parameters = oauth.validateAuthResponse(metadata, client, new URLSearchParams(query), state);
        const response = await oauth.authorizationCodeGrantRequest(
          ...([metadata, client, authenticationOf(metadata, provider), parameters] as const),
          ...([redirectUri, verifier, guarded] as const),
        );
        const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(metadata, response, guarded);
        const claims = oauth.getValidatedIdTokenClaims(tokens);
        if (!claims || !tokens.id_token) throw new Error('The provider has sent no ID token.');
        const { access_token: accessToken, id_token: idToken } = tokens;
        // Some providers show the email there only.
        const isComplete = claims.email !== undefined || !metadata.userinfo_endpoint;
        const more = isComplete
          ? {}
          : await oauth.processUserInfoResponse(
              ...([metadata, client, claims.sub] as const),
              await oauth.userInfoRequest(metadata, client, accessToken, guarded),
            );
        return toIdentity(provider, { ...more, ...claims }, idToken);
      }),

    async logoutUrl(provider, idToken, returnUri) {
      const { end_session_endpoint: endpoint } = await knownOf(provider).metadata.catch(() => ({
        end_session_endpoint: undefined,
      }));
      if (!endpoint) return null;
      const url = new URL(endpoint);
      if (idToken) url.searchParams.set('id_token_hint', idToken);
      url.searchParams.set('client_id', provider.clientId);
      url.searchParams.set('post_logout_redirect_uri', returnUri);
      return url.href;
    },
  };
});

/** Basic is the default of the standard; a provider that does not list it gets the secret in the body. */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  { clientSecret }: LoginProvider,
): oauth.ClientAuth {
  const isPost = methods !== undefined && !methods.includes('client_secret_basic');
  return isPost ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}

/** What the provider refused, or what it said of another login, client or time. */
const denials: ReadonlySet<string> = new Set([
  oauth.INVALID_RESPONSE,
  oauth.JWT_CLAIM_COMPARISON,
  oauth.JWT_TIMESTAMP_CHECK,
  oauth.JSON_ATTRIBUTE_COMPARISON,
  oauth.KEY_SELECTION,
]);

function isDenial(error: unknown): boolean {
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) return true;
  return error instanceof oauth.OperationProcessingError && denials.has(error.code ?? '');
}
