import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A provider that answers whatever a test wants. */
export interface FakeProvider {
  issuer: string;
  /** The claims of the next ID token, over those of a good one. */
  claims: JWTPayload;
  /** Signs with a key that is not published. */
  isForged: boolean;
  /** What a path answers instead; null lets requests wait. */
  instead: Map<string, { status?: number; body?: string; headers?: Record<string, string> } | null>;
  /** The requests so far, by path. */
  requests: string[];
  close(): Promise<void>;
}

export const clientId = 'client of the fake';

/** Starts a provider on loopback whose codes are the nonces of the logins. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const { privateKey: otherKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    fake.requests.push(path);
    const instead = fake.instead.get(path);
    if (instead === null) return;
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const json = (value: unknown) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(value));
    };
    if (instead) {
      response.writeHead(instead.status ?? 200, { 'content-type': 'application/json', ...instead.headers });
      response.end(instead.body);
    } else if (path === '/.well-known/openid-configuration') {
      json({
        issuer: fake.issuer,
        authorization_endpoint: `${fake.issuer}/authorize`,
        token_endpoint: `${fake.issuer}/token`,
        jwks_uri: `${fake.issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      });
    } else if (path === '/keys') json({ keys });
    else if (path === '/token') {
      const nonce = new URLSearchParams(text).get('code');
      const at = Math.floor(Date.now() / 1000);
      const good = { iss: fake.issuer, aud: clientId, sub: 'someone', iat: at, exp: at + 300, nonce };
      const payload = { ...good, ...fake.claims } as JWTPayload;
      const token = new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1' });
      const signed = await token.sign(fake.isForged ? otherKey : privateKey);
      json({ access_token: 'access', token_type: 'Bearer', id_token: signed });
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    isForged: false,
    instead: new Map(),
    requests: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}
