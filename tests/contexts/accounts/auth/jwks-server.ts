import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

/** An issuer of tokens that serves its key set on loopback. */
export interface JwksServer {
  url: string;
  /** How often the key set was read. */
  reads(): number;
  /** A new key pair, published by default. */
  addKey(kid: string, alg?: string, published?: boolean): Promise<void>;
  /** @param header over `{ alg, kid }` of the key */
  sign(kid: string, claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export async function startJwksServer(): Promise<JwksServer> {
  const published: JWK[] = [];
  const keys = new Map<string, { alg: string; privateKey: CryptoKey }>();
  let reads = 0;
  const server = createServer((_request, response) => {
    reads++;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    reads: () => reads,
    async addKey(kid, alg = 'ES256', isPublished = true) {
      const { privateKey, publicKey } = await generateKeyPair(alg);
      keys.set(kid, { alg, privateKey });
      if (isPublished) published.push({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' });
    },
    async sign(kid, claims, header = {}) {
      const key = keys.get(kid);
      if (!key) throw new Error(`There is no key ${kid}.`);
      return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid, ...header }).sign(key.privateKey);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
