import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { signUp } from '../../members/people.js';
import { type Browser, createBrowser } from './browser.js';
import { clientId, type FakeProvider, startFakeProvider } from './fake-provider.js';
import { problemIn, providerOf } from './providers.js';

let app: TestApp;
let fake: FakeProvider;
let other: FakeProvider;
beforeAll(async () => {
  [fake, other] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  app = await startTestApp();
  const { workspaceId } = await signUp(app);
  const membership = { workspaceId, role: 'VIEWER', rolesClaim: null } as const;
  const given = { clientId, domains: ['corp.example'], membership };
  app.services.settings.loginProviders = [
    providerOf({ ...given, id: 'fake', issuer: fake.issuer }),
    providerOf({ ...given, id: 'other', issuer: other.issuer }),
  ];
});
afterEach(() => {
  for (const one of [fake, other]) {
    one.claims = {};
    one.isForged = false;
    one.instead.clear();
  }
});
afterAll(async () => {
  await app.stop();
  await Promise.all([fake.close(), other.close()]);
});

interface Started {
  browser: Browser;
  state: string;
  nonce: string;
}

/** Starts a login, up to the page of the provider. */
async function start(id = 'fake', browser = createBrowser(app)): Promise<Started> {
  const { url } = await browser.open(`${app.url}/auth/oidc/${id}`, /\/authorize\?/);
  const { searchParams } = new URL(url);
  return { browser, state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' };
}

/** Comes back from the provider, as a good answer or with some of it changed. */
async function finish(
  { browser, state, nonce }: Started,
  { id = 'fake', iss = fake.issuer, ...changed }: Record<string, string> = {},
): Promise<string | null> {
  const query = new URLSearchParams({ code: nonce, state, iss, ...changed });
  const { url } = await browser.open(`${app.url}/auth/oidc/${id}/callback?${query}`, /\/app(\/|$)/);
  return problemIn(url);
}

let count = 0;
const person = () => ({ sub: `sub-${++count}`, email: `sub-${count}@corp.example`, email_verified: true });
const hasSession = async ({ browser }: Started) => (await browser.cookie('wa_refresh')) !== undefined;
const at = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

test('a login asks for a code with PKCE, state and nonce, none of which is stored', async () => {
  const browser = createBrowser(app);
  const { url } = await browser.open(`${app.url}/auth/oidc/fake`, /\/authorize\?/);
  const { searchParams } = new URL(url);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost:4000/auth/oidc/fake/callback',
  });
  const cookie = await browser.cookie('wa_oidc');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'lax', maxAge: 600 });
  const { rows } = await app.services.db.pool.query('select l::text as row from provider_logins l');
  const stored = JSON.stringify(rows);
  for (const secret of [searchParams.get('state'), searchParams.get('nonce'), cookie?.value]) {
    expect(stored).not.toContain(Buffer.from(secret ?? '').toString('hex'));
    expect(stored).not.toContain(secret);
  }
});

test('a good answer logs in once: the same answer again does not', async () => {
  fake.claims = person();
  const started = await start();
  expect(await finish(started)).toBeNull();
  expect(await hasSession(started)).toBe(true);
  expect(await finish(started)).toBe('LOGIN_ENDED');
  const again = await start('fake', started.browser);
  // The code of before, with a new state.
  expect(await finish({ ...again, nonce: started.nonce })).toBe('PROVIDER_DENIED');
});

test('of the same answer sent twice at once, one logs in', async () => {
  fake.claims = person();
  const started = await start();
  const problems = await Promise.all([finish(started), finish(started)]);
  expect(problems.sort()).toEqual(['LOGIN_ENDED', null].sort());
});

describe('an answer logs nobody in', () => {
  test('in another browser', async () => {
    fake.claims = person();
    const victim = createBrowser(app);
    const attacker = await start();
    expect(await finish({ ...attacker, browser: victim })).toBe('LOGIN_ENDED');
    const ownLogin = await start('fake', victim);
    expect(await finish({ ...attacker, browser: ownLogin.browser })).toBe('LOGIN_ENDED');
    expect(await victim.cookie('wa_refresh')).toBeUndefined();
  });

  test('after its time', async () => {
    fake.claims = person();
    const started = await start();
    await app.services.db.pool.query("update provider_logins set expires_at = now() - interval '1 second'");
    expect(await finish(started)).toBe('LOGIN_ENDED');
  });

  test.each([
    ['without state', { state: '' }, 'LOGIN_ENDED'],
    ['with a state that was made up', { state: 'x'.repeat(43) }, 'LOGIN_ENDED'],
    ['of another issuer', { iss: 'https://evil.example' }, 'PROVIDER_DENIED'],
    ['without a code', { code: '' }, 'PROVIDER_DENIED'],
    ['that is an error', { error: 'server_error', error_description: '<script>alert(1)</script>' }, 'PROVIDER_DENIED'],
  ])('%s', async (_, changed, problem) => {
    fake.claims = person();
    const started = await start();
    expect(await finish(started, changed)).toBe(problem);
    expect(await hasSession(started)).toBe(false);
  });

  test.each([
    ['a nonce of another login', () => ({ nonce: 'another' })],
    ['no nonce', () => ({ nonce: undefined })],
    ['another audience', () => ({ aud: 'another client' })],
    ['several audiences, and another party', () => ({ aud: [clientId, 'x'], azp: 'x' })],
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['an end that has passed', () => ({ iat: at(-900), exp: at(-600) })],
    ['no subject', () => ({ sub: undefined })],
  ])('whose token has %s', async (_, claims) => {
    fake.claims = { ...person(), ...claims() };
    const started = await start();
    expect(['PROVIDER_DENIED', 'PROVIDER_UNAVAILABLE']).toContain(await finish(started));
    expect(await hasSession(started)).toBe(false);
  });

  test('whose token is signed with another key', async () => {
    fake.claims = person();
    fake.isForged = true;
    const started = await start();
    expect(await finish(started)).not.toBeNull();
    expect(await hasSession(started)).toBe(false);
  });

  test('at the callback of another provider, with its issuer or not', async () => {
    fake.claims = person();
    other.claims = person();
    const started = await start();
    expect(await finish(started, { id: 'other' })).toBe('LOGIN_ENDED');
    expect(await finish(started, { id: 'other', iss: other.issuer })).toBe('LOGIN_ENDED');
    // The answer of the other provider, at the callback where the login is awaited: the code does not leave.
    const before = fake.requests.length + other.requests.length;
    expect(await finish(await start(), { iss: other.issuer })).toBe('PROVIDER_DENIED');
    expect([...fake.requests, ...other.requests].slice(before)).not.toContain('/token');
  });
});

test('the same subject at two providers are two accounts', async () => {
  fake.claims = { ...person(), sub: 'shared' };
  other.claims = { ...person(), sub: 'shared' };
  const [one, two] = [await start('fake'), await start('other')];
  expect(await finish(one)).toBeNull();
  expect(await finish(two, { id: 'other', iss: other.issuer })).toBeNull();
  const { rows } = await app.services.db.pool.query("select user_id from linked_identities where subject = 'shared'");
  expect(new Set(rows.map((row) => row.user_id)).size).toBe(2);
});

describe('a provider that', () => {
  const tokens = '/token';
  test.each([
    ['fails', { status: 500, body: 'stack trace of the provider' }],
    ['sends what is no JSON', { body: '<html>' }],
    ['redirects', { status: 302, headers: { location: 'http://169.254.169.254/' } }],
    ['sends far too much', { body: JSON.stringify({ access_token: 'x'.repeat(400_000) }) }],
  ])('%s at the end of a login gets a sentence without inner details', async (_, answer) => {
    fake.claims = person();
    const started = await start();
    fake.instead.set(tokens, answer);
    const query = new URLSearchParams({ code: started.nonce, state: started.state, iss: fake.issuer });
    const shown = await started.browser.open(`${app.url}/auth/oidc/fake/callback?${query}`, /\/app/);
    expect(shown).toMatchObject({ status: 303, text: '', url: `${app.url}/app/signin?problem=PROVIDER_UNAVAILABLE` });
  });

  test('is down when a login starts says so, and serves the next login', async () => {
    const { settings } = app.services;
    const [provider] = settings.loginProviders;
    const down = await startFakeProvider();
    settings.loginProviders = [{ ...provider, id: 'down', issuer: down.issuer } as never, ...settings.loginProviders];
    down.instead.set('/.well-known/openid-configuration', { status: 503, body: '' });
    const browser = createBrowser(app);
    const { url } = await browser.open(`${app.url}/auth/oidc/down`, /\/app/);
    expect(problemIn(url)).toBe('PROVIDER_UNAVAILABLE');
    down.instead.clear();
    expect((await start('down')).state).not.toBe('');
    await down.close();
  });

  test('shows the document of another issuer is refused', async () => {
    const { settings } = app.services;
    const [provider] = settings.loginProviders;
    const liar = await startFakeProvider();
    const body = JSON.stringify({ issuer: fake.issuer, authorization_endpoint: 'http://127.0.0.1:1/' });
    liar.instead.set('/.well-known/openid-configuration', { body });
    settings.loginProviders = [{ ...provider, id: 'liar', issuer: liar.issuer } as never, ...settings.loginProviders];
    const { url } = await createBrowser(app).open(`${app.url}/auth/oidc/liar`, /\/app/);
    expect(problemIn(url)).toBe('PROVIDER_UNAVAILABLE');
    await liar.close();
  });

  test('never answers is given up', async () => {
    fake.claims = person();
    const started = await start();
    fake.instead.set(tokens, null);
    const before = performance.now();
    expect(await finish(started)).toBe('PROVIDER_UNAVAILABLE');
    expect(performance.now() - before).toBeLessThan(15_000);
  }, 20_000);

  test('is not in the configuration is not found', async () => {
    const { url } = await createBrowser(app).open(`${app.url}/auth/oidc/nothing`, /\/app/);
    expect(problemIn(url)).toBe('NOT_FOUND');
  });
});

test('a provider on a private address that the operator has not allowed is not called', async () => {
  const strict = await startTestApp({ outboundAllow: ['10.1.2.3'] });
  strict.services.settings.loginProviders = [providerOf({ id: 'fake', issuer: fake.issuer })];
  const before = fake.requests.length;
  const { url } = await createBrowser(strict).open(`${strict.url}/auth/oidc/fake`, /\/app/);
  expect(problemIn(url)).toBe('PROVIDER_UNAVAILABLE');
  expect(fake.requests).toHaveLength(before);
  await strict.stop();
});

test('logins by a provider are counted by address, as those with a password', async () => {
  const limited = await startTestApp({ limits: { credentialsPerMinute: 3 } });
  limited.services.settings.loginProviders = [providerOf({ id: 'fake', issuer: fake.issuer })];
  const browser = createBrowser(limited);
  const problems: (string | null)[] = [];
  for (let index = 0; index < 5; index++) {
    problems.push(problemIn((await browser.open(`${limited.url}/auth/oidc/fake/callback`, /\/app/)).url));
  }
  expect(problems).toContain('RATE_LIMITED');
  await limited.stop();
});
