import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { newEmail, type Person, password, personOf, signUp } from '../../members/people.js';
import { type Browser, createBrowser } from './browser.js';
import { problemIn, providerOf } from './providers.js';
import { type RealProvider, startRealProvider } from './real-provider.js';

let app: TestApp;
let provider: RealProvider;
let second: RealProvider;
beforeAll(async () => {
  provider = await startRealProvider({
    redirectUris: ['http://localhost:4000/auth/oidc/company/callback'],
    emailInToken: true,
  });
  second = await startRealProvider({ redirectUris: ['http://localhost:4000/auth/oidc/second/callback'] });
  app = await startTestApp();
  const { workspaceId } = await signUp(app);
  const membership = { workspaceId, role: 'VIEWER', rolesClaim: null } as const;
  const given = { domains: ['corp.example'], membership };
  app.services.settings.loginProviders = [
    providerOf({ ...given, ...clientOf(provider) }),
    providerOf({ ...given, ...clientOf(second), id: 'second', name: 'Second' }),
  ];
});
afterAll(async () => {
  await app.stop();
  await Promise.all([provider.close(), second.close()]);
});

const clientOf = ({ issuer, clientId, clientSecret }: RealProvider) => ({ issuer, clientId, clientSecret });

let count = 0;
function arrive(email: string, at = provider): void {
  const sub = `person-${++count}`;
  at.people.set(sub, { email, email_verified: true });
  at.present = sub;
}

const logIn = (browser: Browser, id = 'company') => browser.open(`${app.url}/auth/oidc/${id}`, /\/app(\/|$)/);
const tokenOf = async (browser: Browser) =>
  ((await browser.post('/auth/refresh', {})).body.data as { accessToken: string }).accessToken;
const identitiesOf = async (as: string) =>
  (await app.rest('GET /auth/me/identities', { as })).body.data as unknown as { id: string; provider: string }[];

/** Logs in with a password, in a browser. */
async function withPassword(browser: Browser, email: string): Promise<string> {
  const { body } = await browser.post('/auth/login', { email, password });
  return (body.data as { accessToken: string }).accessToken;
}

describe('a login with the verified email of an existing account', () => {
  test('logs nobody in until the member has logged in as before and consents', async () => {
    const ana = await signUp(app);
    arrive(ana.email.toUpperCase());
    const browser = createBrowser(app);
    expect(problemIn((await logIn(browser)).url)).toBe('LINK_FIRST');
    expect(await browser.cookie('wa_refresh')).toBeUndefined();
    expect(await identitiesOf(ana.token)).toEqual([]);
    const as = await withPassword(browser, ana.email);
    const { body } = await browser.post('/auth/me/identities/confirm', {}, as);
    expect(body).toMatchObject({ success: true });
    expect(await identitiesOf(as)).toEqual([expect.objectContaining({ provider: 'Company', email: ana.email })]);
    const later = createBrowser(app);
    await logIn(later);
    expect((await app.rest('GET /auth/me', { as: await tokenOf(later) })).body.data).toMatchObject({
      user: { id: ana.userId, emailVerified: true },
    });
    // Used once.
    expect((await browser.post('/auth/me/identities/confirm', {}, as)).status).toBe(401);
  });

  test('is not linked by a session that was open before', async () => {
    const ana = await signUp(app);
    const browser = createBrowser(app);
    const before = await withPassword(browser, ana.email);
    await app.services.db.pool.query(
      "update sessions set created_at = created_at - interval '1 minute' where user_id = $1",
      [ana.userId],
    );
    arrive(ana.email);
    await logIn(browser);
    expect((await browser.post('/auth/me/identities/confirm', {}, before)).status).toBe(401);
    expect(await identitiesOf(ana.token)).toEqual([]);
  });

  test('is linked neither to another user nor in another browser', async () => {
    const [ana, ben] = [await signUp(app), await signUp(app)];
    arrive(ana.email);
    const browser = createBrowser(app);
    await logIn(browser);
    const asBen = await withPassword(browser, ben.email);
    expect((await browser.post('/auth/me/identities/confirm', {}, asBen)).status).toBe(401);
    const elsewhere = createBrowser(app);
    const asAna = await withPassword(elsewhere, ana.email);
    expect((await elsewhere.post('/auth/me/identities/confirm', {}, asAna)).status).toBe(401);
    expect([await identitiesOf(ana.token), await identitiesOf(ben.token)]).toEqual([[], []]);
  });

  test('of an account with an authenticator app is linked only after its code', async () => {
    const ana = await signUp(app);
    await app.services.db.pool.query(
      "insert into totp_factors (user_id, secret, created_at, confirmed_at) values ($1, 'x', now(), now())",
      [ana.userId],
    );
    arrive(ana.email);
    const browser = createBrowser(app);
    await logIn(browser);
    const { status, body } = await browser.post('/auth/login', { email: ana.email, password });
    expect({ status, code: (body.error as { code: string }).code }).toEqual({ status: 401, code: 'TOTP_REQUIRED' });
    expect(await browser.cookie('wa_refresh')).toBeUndefined();
  });

  test('with an email that the provider has not verified is not kept for consent', async () => {
    const ana = await signUp(app);
    arrive(ana.email);
    provider.people.set(provider.present ?? '', { email: ana.email, email_verified: false });
    const browser = createBrowser(app);
    expect(problemIn((await logIn(browser)).url)).toBe('EMAIL_UNVERIFIED');
    expect(await browser.cookie('wa_oidc_link')).toBeUndefined();
  });
});

describe('a member', () => {
  const link = async (person: Person, browser: Browser, body: object, id = 'company') => {
    const started = await browser.post('/auth/me/identities', { providerId: id, ...body }, person.token);
    if (started.status !== 202) return started;
    const { authorizeUrl } = started.body.data as { authorizeUrl: string };
    return { status: 202, url: (await browser.open(authorizeUrl, /\/app(\/|$)/)).url };
  };

  test('links a provider with another email by their password, and unlinks it', async () => {
    const ana = await signUp(app);
    arrive('ana.private@elsewhere.example');
    const browser = createBrowser(app);
    const linked = await link(ana, browser, { password, returnTo: '/account' });
    expect(linked).toEqual({ status: 202, url: `${app.url}/app/account` });
    const [identity] = await identitiesOf(ana.token);
    expect(identity).toMatchObject({ provider: 'Company' });
    const other = createBrowser(app);
    await logIn(other);
    const otherToken = await tokenOf(other);
    const answer = await app.rest(`DELETE /auth/me/identities/${identity?.id}`, { as: ana.token });
    expect(answer.body.data).toEqual({ deletedId: identity?.id });
    // The session that it began has ended.
    expect((await app.rest('GET /auth/me', { as: otherToken })).status).toBe(401);
    expect(problemIn((await logIn(createBrowser(app))).url)).toBe('NO_ACCOUNT');
  });

  test('cannot link without the password, or with a wrong one', async () => {
    const ana = await signUp(app);
    for (const body of [{}, { password: 'a wrong password' }]) {
      expect((await link(ana, createBrowser(app), body)).status).toBe(400);
    }
  });

  test('cannot have the identity of another member', async () => {
    const [ana, ben] = [await signUp(app), await signUp(app)];
    arrive(newEmail());
    await link(ana, createBrowser(app), { password });
    expect(await link(ben, createBrowser(app), { password })).toMatchObject({
      url: `${app.url}/app/signin?problem=IDENTITY_TAKEN`,
    });
    expect(await identitiesOf(ben.token)).toEqual([]);
  });

  test('does not link after the session has ended in which they started', async () => {
    const ana = await signUp(app);
    arrive(newEmail());
    const browser = createBrowser(app);
    const started = await browser.post('/auth/me/identities', { providerId: 'company', password }, ana.token);
    await app.rest('POST /auth/logout-all', { as: ana.token });
    const { authorizeUrl } = started.body.data as unknown as { authorizeUrl: string };
    expect(problemIn((await browser.open(authorizeUrl, /\/app(\/|$)/)).url)).toBe('INVALID_TOKEN');
    const fresh = personOf(await app.rest('POST /auth/login', { body: { email: ana.email, password } }));
    expect(await identitiesOf(fresh.token)).toEqual([]);
  });

  test('without a password keeps the last provider, and links another one after a recent login only', async () => {
    arrive(`only-${count}@corp.example`);
    const browser = createBrowser(app);
    await logIn(browser);
    const token = await tokenOf(browser);
    const me = { token } as Person;
    const [first] = await identitiesOf(token);
    expect((await app.rest(`DELETE /auth/me/identities/${first?.id}`, { as: token })).status).toBe(409);
    await app.services.db.pool.query("update sessions set created_at = now() - interval '11 minutes'");
    arrive(newEmail(), second);
    expect((await link(me, browser, {}, 'second')).status).toBe(400);
    await app.services.db.pool.query('update sessions set created_at = now()');
    expect(await link(me, browser, {}, 'second')).toEqual({ status: 202, url: `${app.url}/app/` });
    expect(await identitiesOf(token)).toHaveLength(2);
    expect((await app.rest(`DELETE /auth/me/identities/${first?.id}`, { as: token })).status).toBe(200);
  });

  test('cannot unlink the identity of another member, or with an API key', async () => {
    const [ana, ben] = [await signUp(app), await signUp(app)];
    arrive(newEmail());
    await link(ana, createBrowser(app), { password });
    const [identity] = await identitiesOf(ana.token);
    expect((await app.rest(`DELETE /auth/me/identities/${identity?.id}`, { as: ben.token })).status).toBe(404);
    const body = { name: 'CI', capabilities: ['*'] };
    const made = await app.rest(`POST /workspaces/${ana.workspaceId}/api-keys`, { as: ana.token, body });
    const { key } = made.body.data as unknown as { key: string };
    expect((await app.rest('GET /auth/me/identities', { as: key })).status).toBe(403);
  });
});
