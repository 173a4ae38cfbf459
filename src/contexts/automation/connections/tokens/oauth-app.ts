import type { Credentials } from '../connection-auth.js';
import type { ClientAuthentication, ConnectionAuth, Grant } from '../connection-auth.object.js';

/** The app that a connection is granted tokens for, and where. */
export interface OauthApp {
  grant: Grant;
  /** Empty for `client_credentials`. */
  authorizeUrl: string;
  tokenUrl: string;
  clientId: string;
  /** Null for public apps. */
  clientSecret: string | null;
  clientAuthentication: ClientAuthentication;
  scopes: readonly string[];
  scopeDelimiter: string;
  /** The parameter of the page of consent that has the scopes: `scope`. */
  scopeParameter: string;
  /** Further parameters of the page that asks for consent. */
  parameters: Readonly<Record<string, string>>;
}

/** The app of a connection; null if its credentials are missing. */
export function oauthAppOf(auth: ConnectionAuth, { clientSecret }: Credentials): OauthApp | null {
  const { grant, authorizeUrl, tokenUrl, clientId, clientAuthentication, scopes } = auth;
  if (!tokenUrl || !clientId || !grant) return null;
  if (grant === 'client_credentials' && clientSecret === undefined) return null;
  return {
    grant,
    authorizeUrl: authorizeUrl ?? '',
    tokenUrl,
    clientId,
    clientSecret: clientSecret ?? null,
    clientAuthentication: clientAuthentication ?? 'basic',
    scopes: scopes ?? [],
    scopeDelimiter: ' ',
    scopeParameter: 'scope',
    parameters: {},
  };
}
