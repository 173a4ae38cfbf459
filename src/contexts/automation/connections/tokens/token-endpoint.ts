import * as oauth from 'oauth4webapi';
import { type Outbound, OutboundError } from '../../../../platform/outbound/index.js';
import { isLoopback } from '../connection-auth.js';
import { accountOf } from './account-of.js';
import { guardedFetch, type Noted } from './guarded-fetch.js';
import type { OauthApp } from './oauth-app.js';

/** What a provider has granted. */
export interface Granted {
  accessToken: string;
  /** Absent if the provider keeps the one that was sent, or grants none. */
  refreshToken?: string | undefined;
  /** Seconds. */
  expiresIn?: number | undefined;
  scopes?: string[] | undefined;
  account?: string | undefined;
}

/** What a provider has decided. An error is one of its codes, for example `invalid_grant`. */
export type Decision = { granted: Granted } | { refused: { error: string; description: string | null } };

export interface Asking {
  outbound: Pick<Outbound, 'fetch'>;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Errors by which a provider says that a later request may succeed. */
const passing = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

/** Exchanges the code of a callback. @throws OutboundError */
export function exchangeCode(
  app: OauthApp,
  asking: Asking,
  { parameters, redirectUri, verifier }: { parameters: URLSearchParams; redirectUri: string; verifier: string },
): Promise<Decision> {
  return decide(app, asking, async (as, client, proof, options) => {
    const checked = new URLSearchParams(parameters);
    const state = checked.get('state') ?? '';
    const valid = oauth.validateAuthResponse(
      { ...as, issuer: checked.get('iss') ?? as.issuer },
      client,
      checked,
      state,
    );
    const response = await oauth.authorizationCodeGrantRequest(
      ...([as, client, proof, valid, redirectUri, verifier, options] as const),
    );
    return oauth.processAuthorizationCodeResponse(as, client, response);
  });
}

/** Exchanges a refresh token for new tokens. @throws OutboundError */
export function refreshTokens(app: OauthApp, asking: Asking, refreshToken: string): Promise<Decision> {
  return decide(app, asking, async (as, client, proof, options) => {
    const response = await oauth.refreshTokenGrantRequest(as, client, proof, refreshToken, options);
    return oauth.processRefreshTokenResponse(as, client, response);
  });
}

/** Asks for a token of the app itself. @throws OutboundError */
export function grantToClient(app: OauthApp, asking: Asking): Promise<Decision> {
  return decide(app, asking, async (as, client, proof, options) => {
    const scope = app.scopes.join(app.scopeDelimiter);
    const parameters: Record<string, string> = scope === '' ? {} : { scope };
    const response = await oauth.clientCredentialsGrantRequest(as, client, proof, parameters, options);
    return oauth.processClientCredentialsResponse(as, client, response);
  });
}

type Exchange = (
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  proof: oauth.ClientAuth,
  options: oauth.TokenEndpointRequestOptions,
) => Promise<oauth.TokenEndpointResponse>;

async function decide(app: OauthApp, asking: Asking, exchange: Exchange): Promise<Decision> {
  const tokenUrl = new URL(app.tokenUrl);
  const noted: Noted = {};
  const as = { issuer: tokenUrl.origin, token_endpoint: app.tokenUrl };
  const options = {
    [oauth.customFetch]: guardedFetch(asking.outbound, { ...asking, noted }),
    [oauth.allowInsecureRequests]: tokenUrl.protocol === 'http:' && isLoopback(tokenUrl),
  };
  try {
    const answer = await exchange(as, { client_id: app.clientId }, proofOf(app), options);
    return { granted: grantedOf(app, answer, noted) };
  } catch (error) {
    if (error instanceof OutboundError || asking.signal?.aborted) throw error;
    if (error instanceof oauth.ResponseBodyError && !passing.has(error.error)) {
      const description = error.error_description?.slice(0, 300) ?? null;
      return { refused: { error: error.error.slice(0, 100), description } };
    }
    const isPassing = error instanceof oauth.ResponseBodyError;
    const message = `${tokenUrl.host}, which grants the tokens, sent an answer that is not one of OAuth 2. Check auth.tokenUrl.`;
    const again = `${tokenUrl.host}, which grants the tokens, is not available. Try again later.`;
    throw new OutboundError('OUTBOUND_FAILED', isPassing ? again : message, isPassing, error);
  }
}

function proofOf({ clientSecret, clientAuthentication }: OauthApp): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None();
  return clientAuthentication === 'post' ? oauth.ClientSecretPost(clientSecret) : basicProof(clientSecret);
}

/** That of the library also encodes characters that need it not, which many providers do not decode: IDs with hyphens. */
function basicProof(clientSecret: string): oauth.ClientAuth {
  return (_as, { client_id: clientId }, _body, headers) => {
    const pair = [clientId, clientSecret].map((text) => new URLSearchParams({ text }).toString().slice('text='.length));
    headers.set('authorization', `Basic ${Buffer.from(pair.join(':')).toString('base64')}`);
  };
}

function grantedOf(app: OauthApp, answer: oauth.TokenEndpointResponse, noted: Noted): Granted {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn, scope } = answer;
  const scopes = scope?.split(/[ ,]+/).filter((one) => one !== '');
  return {
    accessToken,
    refreshToken: app.grant === 'client_credentials' ? undefined : refreshToken,
    expiresIn,
    scopes: scopes?.slice(0, 100).map((one) => one.slice(0, 300)),
    account: accountOf(noted),
  };
}
