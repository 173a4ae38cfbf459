import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graph, node } from '../support/graphs.js';
import { testPool } from '../support/test-pool.js';
import { askOverHttp, askOverSocket } from './limits-ask.js';

let database: TestDatabase;
let pool: pg.Pool;
const started: TestApp[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = testPool(database.url);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query('truncate rate_limits');
});

afterEach(async () => {
  for (const app of started.splice(0)) await app.stop();
});

/** One of several processes. Each remembers whom it refused. */
async function start(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp({ database, limits: { credentialsPerMinute: 10 }, ...options });
  started.push(app);
  return app;
}

const loginMutation = 'mutation ($input: LoginInput!) { login(input: $input) { expiresIn } }';
const unknown = { email: 'nobody@example.com', password: 'wrong password' };

describe('limits by address', () => {
  test('hold for register, login and accept-invite together, on both surfaces and over processes', async () => {
    const [app, other] = [await start(), await start()];
    const outcomes: unknown[] = [];
    for (let count = 0; count < 4; count++) {
      outcomes.push((await app.rest('POST /auth/register', { body: { email: 'no email', password: 'x' } })).status);
      outcomes.push((await other.rest('POST /auth/accept-invite', { body: { token: 'none' } })).status);
      const [, { errors }] = await askOverHttp(loginMutation, { input: unknown }, { at: other });
      outcomes.push(errors?.[0]?.extensions.status);
    }
    const [register, invite, login] = outcomes;
    expect([register, login]).toEqual([400, 401]);
    const round = [register, invite, login];
    expect(outcomes).toEqual([...round, ...round, ...round, register, 429, 429]);
    const refused = await app.rest('POST /auth/login', { body: unknown });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([refused.headers.get('ratelimit-limit'), refused.headers.get('ratelimit-remaining')]).toEqual(['10', '0']);
    expect(refused.body.error.message).toMatch(
      /^More than 10 attempts to register, log in or accept an invitation a minute from this address\. Retry in \d+ seconds?\.$/,
    );
  });

  test('let not one more through, however many come at once to several processes', async () => {
    const apps = [await start(), await start()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (apps[index % 2] as TestApp).rest('POST /auth/register', { body: { email: 'no email', password: 'x' } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test.each<[string, number | undefined, string[]]>([
    ['the client where a trusted proxy names it', 1, ['203.0.113.0', '203.0.113.1']],
    ['the sender where no proxy is trusted', undefined, ['127.0.0.1']],
  ])('are of %s, on sockets too', async (_, trustProxy, addresses) => {
    const at = await start({ ...(trustProxy && { trustProxy }) });
    for (let count = 0; count < 8; count++) {
      const asked = { at, headers: { 'x-forwarded-for': `203.0.113.${count % 2}` } };
      const input = { ...unknown, email: `nobody-${count}@example.com` };
      if (count < 4) await askOverHttp(loginMutation, { input }, asked);
      else await askOverSocket(loginMutation, { input }, asked);
    }
    const { rows } = await pool.query(`select key, points from rate_limits where key like 'credentials:%' order by 1`);
    const each = 8 / addresses.length;
    expect(rows).toEqual(addresses.map((address) => ({ key: `credentials:${address}`, points: each })));
  });

  test('count calls with webhook tokens that name nothing, and let good ones pass', async () => {
    const [app, other] = [await start(), await start()];
    const flow = await app.seed.flow(await app.seed.owner(), graph([node('start', 'trigger.webhook')]));
    const bad = `POST /flows/run?token=${'0'.repeat(64)}`;
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      statuses.push((await (count % 2 ? app : other).rest(bad, { body: {} })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await app.rest(`POST ${flow.webhookPath}`, { body: {} })).status).toBe(202);
  });

  test('hold where the general limit is turned off', async () => {
    const app = await start({ limits: { perMinute: 0, credentialsPerMinute: 1 } });
    const { token, workspaceId } = await app.seed.owner();
    for (let count = 0; count < 30; count++) {
      const { status, headers } = await app.rest(`GET /workspaces/${workspaceId}/flows`, { as: token });
      expect([status, headers.get('ratelimit-limit')]).toEqual([200, null]);
    }
    expect((await app.rest('POST /auth/login', { body: unknown })).status).toBe(401);
    expect((await app.rest('POST /auth/login', { body: unknown })).status).toBe(429);
  });
});

describe('failed logins', () => {
  const right = 'correct horse battery';
  // In process there is no address: only the limit by email counts.
  const login = async (at: TestApp, email: string, password: string) => {
    const { errors } = await at.graphql(loginMutation, { input: { email, password } });
    return errors?.[0]?.extensions?.code ?? 'in';
  };

  test('end after ten with one email in a quarter of an hour, the right password too, whatever the process', async () => {
    const [app, other] = [await start(), await start()];
    const { email } = await app.seed.owner();
    expect(await login(app, email, right)).toBe('in');
    const tried: unknown[] = [];
    for (let count = 0; count < 11; count++) {
      tried.push(await login(count % 2 ? app : other, count % 2 ? email : email.toUpperCase(), 'wrong password'));
    }
    expect(tried).toEqual([...Array(10).fill('UNAUTHENTICATED'), 'RATE_LIMITED']);
    expect(await login(app, email, right)).toBe('RATE_LIMITED');
    expect(await login(app, 'unknown@example.com', right)).toBe('UNAUTHENTICATED');
    await pool.query('update rate_limits set expire = expire - 900000');
    expect(await login(app, email, right)).toBe('in');
  });

  test('do not keep many right ones at once out', async () => {
    const app = await start();
    const { email } = await app.seed.owner();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => login(app, email, right)));
    expect(new Set(outcomes)).toEqual(new Set(['in']));
  });
});
