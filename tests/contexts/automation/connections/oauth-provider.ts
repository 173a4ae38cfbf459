import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type LoopbackServer, type Received, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';

export const clientId = 'app-1';
export const clientSecret = 'app-secret-0123456789abcdef';

export interface ProviderOptions {
  /** Seconds; absent for tokens that do not expire. */
  expiresIn?: number;
  /** Whether each refresh grants a new refresh token. */
  rotates?: boolean;
  /** Milliseconds for which a refresh token that was used counts again. */
  reuseMs?: number;
  /** Called before a token is granted: what it returns is the answer instead. */
  before?: (
    grant: string,
  ) => { status: number; body: object } | null | Promise<{ status: number; body: object } | null>;
  /** Called before a refreshed token leaves. @param port that of the process that asked */
  refreshed?: (port: number, response: ServerResponse) => void;
  /** More of each answer. */
  more?: object;
}

/** A provider of OAuth 2 on loopback, with an API that its tokens open. */
export interface Provider extends LoopbackServer {
  options: ProviderOptions;
  /** The grants so far, by their types. */
  grants: string[];
  accessTokens: Set<string>;
  refreshTokens: Map<string, { usedAt: number | null }>;
  /** What the owner of an account does on its page. @returns the query of the callback */
  consent(authorizeUrl: string, more?: Record<string, string>): string;
}

export async function startProvider(options: ProviderOptions = {}): Promise<Provider> {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  const provider: Provider = Object.assign(
    await startLoopbackServer({
      '/token': (request, response, raw) => void answer(request, response, raw.socket.remotePort ?? 0),
      '/api': ({ headers }, response) => {
        const isKnown = provider.accessTokens.has(String(headers.authorization).replace('Bearer ', ''));
        response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ authorization: headers.authorization }));
      },
    }),
    {
      options,
      grants: [],
      accessTokens: new Set<string>(),
      refreshTokens: new Map<string, { usedAt: number | null }>(),
      consent(authorizeUrl: string, more: Record<string, string> = {}) {
        const { searchParams: asked } = new URL(authorizeUrl);
        const code = randomBytes(16).toString('hex');
        codes.set(code, {
          challenge: asked.get('code_challenge') ?? '',
          redirectUri: asked.get('redirect_uri') ?? '',
        });
        return new URLSearchParams({ state: asked.get('state') ?? '', code, ...more }).toString();
      },
    },
  );
  return provider;

  async function answer({ headers, body }: Received, response: ServerResponse, port: number): Promise<void> {
    const form = new URLSearchParams(body);
    const grant = form.get('grant_type') ?? '';
    provider.grants.push(grant);
    const instead = await provider.options.before?.(grant);
    const { status, body: sent } = instead ?? granted(grant, form, String(headers.authorization));
    if (grant === 'refresh_token' && status === 200) provider.options.refreshed?.(port, response);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
  }

  function granted(grant: string, form: URLSearchParams, authorization: string): { status: number; body: object } {
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const isPost = form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
    if (authorization !== basic && !isPost) return { status: 401, body: { error: 'invalid_client' } };
    if (!isGranted(grant, form)) return { status: 400, body: { error: 'invalid_grant', error_description: 'Gone.' } };
    return { status: 200, body: newTokens(grant) };
  }

  function isGranted(grant: string, form: URLSearchParams): boolean {
    if (grant === 'client_credentials') return true;
    if (grant === 'refresh_token') return use(form.get('refresh_token') ?? '');
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return code?.challenge === challenge && code.redirectUri === form.get('redirect_uri');
  }

  /** Whether a refresh token counts: once, and again within the window of a provider that has one. */
  function use(token: string): boolean {
    const known = provider.refreshTokens.get(token);
    if (!known) return false;
    const { rotates = true, reuseMs = 0 } = provider.options;
    if (!rotates) return true;
    const now = performance.now();
    if (known.usedAt === null) known.usedAt = now;
    else if (now - known.usedAt > reuseMs) {
      // As providers do that see a token twice: none of its family counts any more.
      provider.refreshTokens.clear();
      return false;
    }
    return true;
  }

  function newTokens(grant: string): object {
    const { expiresIn, rotates = true, more } = provider.options;
    const accessToken = `access-${randomBytes(16).toString('hex')}`;
    provider.accessTokens.add(accessToken);
    const isNew = grant === 'authorization_code' || (grant === 'refresh_token' && rotates);
    const refreshToken = `refresh-${randomBytes(16).toString('hex')}`;
    if (isNew) provider.refreshTokens.set(refreshToken, { usedAt: null });
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      ...(expiresIn !== undefined && { expires_in: expiresIn }),
      ...(isNew && { refresh_token: refreshToken }),
      ...more,
    };
  }
}

/** The credentials of a connection at a provider. */
export function authAt({ origin }: Pick<LoopbackServer, 'origin'>, more: object = {}): object {
  const urls = { authorizeUrl: `${origin}/authorize`, tokenUrl: `${origin}/token` };
  return {
    type: 'oauth2',
    grant: 'authorization_code',
    ...urls,
    clientId,
    clientSecret,
    scopes: ['orders', 'me'],
    ...more,
  };
}
