import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnsecuredJWT } from 'jose';
import { findMe } from '../../../../src/contexts/accounts/auth/find-me.js';
import { resolveCaller } from '../../../../src/contexts/accounts/auth/tokens/resolve-caller.js';
import { createIdentity, type Identity, type SignedUp } from './identity.js';

let identity: Identity;
let ana: SignedUp;
beforeAll(async () => {
  identity = await createIdentity();
  ana = await identity.signUp('ana@example.com');
});
afterAll(() => identity.close());

const violation = async (authorization: string | undefined) => {
  const caller = await resolveCaller(authorization, identity.services);
  return caller.principal ? null : caller.violation;
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

/** The token with other claims, by default with a valid signature. */
function forge(change: Record<string, unknown>, header: Record<string, unknown> = { alg: 'HS256' }, hash = 'sha256') {
  const claims = { ...decode(ana.accessToken.split('.')[1]), ...change };
  const text = `${encode(header)}.${encode(claims)}`;
  const signature = createHmac(hash, identity.services.settings.jwtSecret).update(text).digest('base64url');
  return `Bearer ${text}.${signature}`;
}

describe('resolving the caller', () => {
  test('reads user and session from an access token, without a query', async () => {
    const caller = await resolveCaller(`Bearer ${ana.accessToken}`, identity.services);
    expect(caller.principal).toMatchObject({ kind: 'user', userId: ana.user.id, sessionVersion: 1 });
  });

  test('requires a credential if there is none', async () => {
    expect(await violation(undefined)).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('Bearer'),
    });
  });

  test.each(['Basic YTpi', 'Bearer', 'Bearer a b', 'Bearer not-a-token', 'Bearer a.b.c'])(
    'refuses %s as no usable credential',
    async (header) => {
      expect(await violation(header)).toMatchObject({ code: 'INVALID_TOKEN' });
    },
  );

  test('accepts its own signature, as a control of the forgeries below', async () => {
    expect(await violation(forge({}))).toBeNull();
  });

  test.each([
    ['another issuer', forgeLater({ iss: 'someone' })],
    ['another audience', forgeLater({ aud: 'someone' })],
    ['no session', forgeLater({ sid: undefined })],
    ['no expiry', forgeLater({ exp: undefined })],
    ['another algorithm', forgeLater({}, { alg: 'HS512' }, 'sha512')],
  ])('refuses a token with %s', async (_name, make) => {
    expect(await violation(make())).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('refuses a token without a signature', async () => {
    const unsigned = new UnsecuredJWT(decode(ana.accessToken.split('.')[1])).encode();
    expect(await violation(`Bearer ${unsigned}`)).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('refuses a token whose claims were changed under an old signature, also after the valid one was cached', async () => {
    expect(await violation(`Bearer ${ana.accessToken}`)).toBeNull();
    const [header, , signature] = ana.accessToken.split('.');
    const claims = encode({ ...decode(ana.accessToken.split('.')[1]), ver: 2 });
    expect(await violation(`Bearer ${header}.${claims}.${signature}`)).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('lets a token live for 15 minutes, whether it was cached or not', async () => {
    const { clock } = identity;
    const start = clock.now;
    clock.now = new Date(start.getTime() + 899_000);
    expect(await violation(`Bearer ${ana.accessToken}`)).toBeNull();
    clock.now = new Date(start.getTime() + 900_000);
    const message = expect.stringContaining('refresh');
    expect(await violation(`Bearer ${ana.accessToken}`)).toMatchObject({ code: 'INVALID_TOKEN', message });
    expect(await violation(forge({ jti: 'never seen' }))).toMatchObject({ code: 'INVALID_TOKEN', message });
    clock.now = start;
  });

  test('returns the caller until the session ends', async () => {
    const { principal } = await resolveCaller(`Bearer ${ana.accessToken}`, identity.services);
    if (!principal) throw new Error('the token was refused');
    expect(await findMe(identity.services, principal)).toEqual(ana.user);
    await identity.services.db.pool.query('update sessions set ended_at = now() where user_id = $1', [ana.user.id]);
    await expect(findMe(identity.services, principal)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });
});

/** Evaluated when the test runs: the token does not exist yet when the table is defined. */
function forgeLater(...args: Parameters<typeof forge>) {
  return () => forge(...args);
}
