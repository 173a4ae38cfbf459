import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnsecuredJWT } from 'jose';
import { markEmailVerified } from '../../../../src/contexts/accounts/auth/operator-actions.js';
import { disableUser, enableUser } from '../../../../src/contexts/accounts/auth/operator-users.js';
import { resolveCaller } from '../../../../src/contexts/accounts/auth/tokens/resolve-caller.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { newEmail, password, signUp as signUpUnverified } from '../members/people.js';
import { type JwksServer, startJwksServer } from './jwks-server.js';

const issuer = 'https://login.example.com/';
const audience = 'workspace-automation';

let app: TestApp;
let jwks: JwksServer;
beforeAll(async () => {
  app = await startTestApp();
  jwks = await startJwksServer();
  for (const [kid, alg] of Object.entries({ ec: 'ES256', rsa: 'RS256', ed: 'EdDSA' })) await jwks.addKey(kid, alg);
  await jwks.addKey('stranger', 'ES256', false);
  app.services.settings.trustedIssuer = { jwksUrl: jwks.url, issuer, audience };
});
afterAll(async () => {
  await app.stop();
  await jwks.close();
});

/** A new user who has verified their email. */
async function signUp(at: TestApp): ReturnType<typeof signUpUnverified> {
  const person = await signUpUnverified(at);
  await markEmailVerified(at.services.db.pool, person.email, new Date());
  return person;
}

const now = () => Math.floor(Date.now() / 1000);
let count = 0;
const claims = (email: string, change: Record<string, unknown> = {}) => ({
  iss: issuer,
  aud: audience,
  sub: `subject-${count++}`,
  iat: now(),
  exp: now() + 300,
  email,
  email_verified: true,
  ...change,
});
const me = (as: string) => app.rest('GET /auth/me', { as });
const violation = async (token: string) => {
  const caller = await resolveCaller(`Bearer ${token}`, app.services);
  return caller.principal ? null : caller.violation;
};

describe('a token of the trusted issuer', () => {
  test.each(['ec', 'rsa', 'ed'])('authenticates the user with its verified email (key %s)', async (kid) => {
    const ana = await signUp(app);
    const token = await jwks.sign(kid, claims(ana.email.toUpperCase()));
    expect((await me(token)).body.data).toMatchObject({ user: { id: ana.userId, email: ana.email } });
    const own = await app.rest(`GET /workspaces/${ana.workspaceId}`, { as: token });
    expect(own.body.data).toMatchObject({ role: 'OWNER' });
    const other = await app.rest(`GET /workspaces/${(await signUp(app)).workspaceId}`, { as: token });
    expect(other.status).toBe(404);
  });

  test('counts as a session', async () => {
    const ana = await signUp(app);
    const as = await jwks.sign('ec', claims(ana.email));
    const body = { name: 'CI', capabilities: ['*'] };
    expect((await app.rest(`POST /workspaces/${ana.workspaceId}/api-keys`, { as, body })).status).toBe(201);
  });

  test('is refused for an email without a user, and for one that is not verified', async () => {
    const ana = await signUp(app);
    for (const wrong of [
      claims(newEmail()),
      claims(ana.email, { email_verified: false }),
      claims(ana.email, { email_verified: undefined }),
      claims(ana.email, { email_verified: 'true' }),
      claims(ana.email, { email: undefined }),
    ]) {
      expect(await violation(await jwks.sign('ec', wrong))).toMatchObject({
        code: 'INVALID_TOKEN',
        message: expect.stringContaining('No user found'),
      });
    }
  });

  test('is not linked to a user who has not verified the email, whoever registered it', async () => {
    const mallory = await signUpUnverified(app);
    const token = claims(mallory.email, { sub: 'owner of the address' });
    expect(await violation(await jwks.sign('ec', token))).toMatchObject({ code: 'INVALID_TOKEN' });
    await markEmailVerified(app.services.db.pool, mallory.email, new Date());
    expect((await me(await jwks.sign('ec', token))).status).toBe(200);
  });

  test('is identified by its subject from then on, not by its email', async () => {
    const [ana, ben] = [await signUp(app), await signUp(app)];
    await me(await jwks.sign('ec', claims(ana.email, { sub: 'ana' })));
    const renamed = await me(await jwks.sign('ec', claims(ben.email, { sub: 'ana' })));
    expect(renamed.body.data).toMatchObject({ user: { id: ana.userId } });
    const unverified = await me(await jwks.sign('ec', claims(ben.email, { sub: 'ana', email_verified: false })));
    expect(unverified.status).toBe(200);
  });

  test('of a disabled user is refused, also one that is issued later, until the user is enabled', async () => {
    const ana = await signUp(app);
    const token = () => jwks.sign('ec', claims(ana.email, { sub: 'disabled', iat: now() + 5 }));
    const statuses = async () => {
      const as = await token();
      return [(await me(as)).status, (await app.rest(`GET /workspaces/${ana.workspaceId}`, { as })).status];
    };
    expect(await statuses()).toEqual([200, 200]);
    await disableUser(app.services.db.pool, ana.email, new Date());
    expect(await statuses()).toEqual([401, 401]);
    await enableUser(app.services.db.pool, ana.email);
    expect(await statuses()).toEqual([200, 200]);
  });

  test('of another subject with the same email is refused', async () => {
    const ana = await signUp(app);
    await me(await jwks.sign('ec', claims(ana.email, { sub: 'first' })));
    expect(await violation(await jwks.sign('ec', claims(ana.email, { sub: 'second' })))).toMatchObject({
      code: 'INVALID_TOKEN',
    });
  });

  test('is linked once by concurrent first requests', async () => {
    const ana = await signUp(app);
    const token = await jwks.sign('ec', claims(ana.email));
    const answers = await Promise.all(Array.from({ length: 10 }, () => me(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await app.services.db.pool.query('select 1 from external_identities where user_id = $1', [
      ana.userId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test.each([
    ['another issuer', { iss: 'https://login.example.org/' }, 'iss'],
    ['another audience', { aud: 'another' }, 'aud'],
    ['no audience', { aud: undefined }, 'aud'],
    ['no expiry', { exp: undefined }, 'exp'],
    ['no time of issue', { iat: undefined }, 'iat'],
    ['a time in the past as its expiry', { exp: now() - 10 }, 'expired'],
    ['a time in the future as its beginning', { nbf: now() + 60 }, 'nbf'],
    ['no subject', { sub: undefined }, 'sub'],
    ['a subject too long', { sub: 'x'.repeat(256) }, 'sub'],
  ])('is refused with %s', async (_name, change, reported) => {
    const { email } = await signUp(app);
    expect(await violation(await jwks.sign('ec', claims(email, change)))).toMatchObject({
      code: 'INVALID_TOKEN',
      message: expect.stringContaining(reported),
    });
  });

  test('is refused without a key id, with an unknown one, and with the id of another key', async () => {
    const { email } = await signUp(app);
    for (const [kid, header] of [
      ['ec', { kid: undefined }],
      ['stranger', {}],
      ['stranger', { kid: 'ec' }],
      ['ec', { kid: 'rsa' }],
    ] as const) {
      expect(await violation(await jwks.sign(kid, claims(email), header))).toMatchObject({ code: 'INVALID_TOKEN' });
    }
  });

  test('has its key set read once for many tokens, also for unknown keys', async () => {
    const before = jwks.reads();
    const { email } = await signUp(app);
    for (let round = 0; round < 5; round++) {
      await violation(await jwks.sign('ec', claims(email)));
      await violation(await jwks.sign('stranger', claims(email)));
    }
    expect(jwks.reads() - before).toBeLessThanOrEqual(1);
  });

  test('is refused unsigned, and signed with a shared secret', async () => {
    const { email } = await signUp(app);
    expect(await violation(new UnsecuredJWT(claims(email)).encode())).toMatchObject({ code: 'INVALID_TOKEN' });
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const secret of [app.services.settings.jwtSecret, 'public key as a secret']) {
      const text = `${encode({ alg: 'HS256', kid: 'rsa' })}.${encode(claims(email))}`;
      const token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
      expect(await violation(token)).toMatchObject({ code: 'INVALID_TOKEN' });
    }
  });

  test('is refused after logout-all and after a change of the password; later ones are accepted', async () => {
    const ana = await signUp(app);
    const sub = 'to be signed out';
    const old = await jwks.sign('ec', claims(ana.email, { sub, iat: now() - 2 }));
    const ownBefore = await app.rest('POST /auth/login', { body: { email: ana.email, password } });
    expect((await app.rest('POST /auth/logout-all', { as: old })).status).toBe(200);
    expect((await me(old)).body.error.code).toBe('INVALID_TOKEN');
    expect((await app.rest(`GET /workspaces/${ana.workspaceId}`, { as: old })).status).toBe(401);
    const { accessToken } = ownBefore.body.data as { accessToken: string };
    expect((await me(accessToken)).status).toBe(401);
    const later = await jwks.sign('ec', claims(ana.email, { sub, iat: now() + 2 }));
    expect((await me(later)).status).toBe(200);
    const change = { currentPassword: password, newPassword: 'another long password' };
    const changed = await app.rest('POST /auth/change-password', { as: later, body: change });
    expect(changed.status).toBe(200);
    expect((await me((changed.body.data as { accessToken: string }).accessToken)).status).toBe(200);
  });

  test('has no session on this server to log out of', async () => {
    const ana = await signUp(app);
    const { status, body } = await app.rest('POST /auth/logout', { as: await jwks.sign('ec', claims(ana.email)) });
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('logout-all')]);
  });
});

describe('without the issuer', () => {
  test('its tokens are refused like any other if no issuer is trusted', async () => {
    const { trustedIssuer, ...settings } = app.services.settings;
    expect(trustedIssuer).toBeDefined();
    const token = await jwks.sign('ec', claims((await signUp(app)).email));
    const caller = await resolveCaller(`Bearer ${token}`, { ...app.services, settings });
    expect(caller).toMatchObject({ principal: null, violation: { code: 'INVALID_TOKEN' } });
  });

  test('its tokens get 503 while the key set is unavailable; tokens of the server are accepted', async () => {
    const closed = await startJwksServer();
    await closed.close();
    const { settings } = app.services;
    const trusted = settings.trustedIssuer;
    const ana = await signUp(app);
    settings.trustedIssuer = { jwksUrl: closed.url, issuer, audience };
    try {
      const answer = await me(await jwks.sign('ec', claims(ana.email)));
      expect([answer.status, answer.body.error.code]).toEqual([503, 'UNAVAILABLE']);
      expect((await me(ana.token)).status).toBe(200);
    } finally {
      settings.trustedIssuer = trusted;
    }
  });
});
