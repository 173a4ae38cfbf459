import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { newEmail, password, signUp } from '../members/people.js';

interface Listed {
  id: string;
  device: string | null;
  address: string | null;
  current: boolean;
  lastUsedAt: string;
  expiresAt: string;
}

let app: TestApp;
let here: string;
let there: { token: string; cookie: string };
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  const body = { email: newEmail(), password };
  const registered = await app.rest('POST /auth/register', { body, headers: { 'user-agent': 'Laptop' } });
  here = (registered.body.data as { accessToken: string }).accessToken;
  const login = await app.rest('POST /auth/login', { body, headers: { 'user-agent': `Phone ${'x'.repeat(400)}` } });
  const { accessToken: token } = login.body.data as { accessToken: string };
  there = { token, cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' };
});
afterAll(() => app.stop());

const list = async (as: string, query = '') =>
  (await app.rest(`GET /auth/sessions${query}`, { as })).body as unknown as {
    data: Listed[];
    pagination: { total: number };
  };
const me = async (as: string) => (await app.rest('GET /auth/me', { as })).status;

describe('the sessions of a user', () => {
  test('are listed with device, address and last use, the last used first', async () => {
    const { data, pagination } = await list(here);
    expect(pagination).toEqual({ page: 1, limit: 20, total: 2, totalPages: 1, nextCursor: null });
    expect(data.map(({ device, current }) => [device?.slice(0, 6), current])).toEqual([
      ['Phone ', false],
      ['Laptop', true],
    ]);
    expect(data[0]?.device).toHaveLength(300);
    expect(data[0]).toEqual({
      id: expect.any(String),
      device: expect.any(String),
      address: expect.stringContaining('127.0.0.1'),
      providerId: null,
      current: false,
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
    });
    expect((await list(there.token)).data.map(({ current }) => current)).toEqual([true, false]);
    const paged = await list(here, '?limit=1&sortBy=createdAt&sortOrder=asc');
    expect([paged.data.map(({ device }) => device), paged.pagination.total]).toEqual([['Laptop'], 2]);
  });

  test('show where they were refreshed', async () => {
    const headers = { cookie: there.cookie, 'user-agent': 'New browser' };
    await app.rest('POST /auth/refresh', { headers });
    expect((await list(here)).data[0]?.device).toBe('New browser');
  });

  test('can be ended one by one, at once', async () => {
    const [other] = (await list(here)).data;
    const answer = await app.rest(`DELETE /auth/sessions/${other?.id}`, { as: here });
    expect([answer.status, answer.body.data]).toEqual([200, { id: other?.id }]);
    expect([await me(there.token), await me(here)]).toEqual([401, 200]);
    expect((await app.rest('POST /auth/refresh', { headers: { cookie: there.cookie } })).status).toBe(401);
    expect((await app.rest(`DELETE /auth/sessions/${other?.id}`, { as: here })).status).toBe(404);
  });

  test('can be ended all but the current one', async () => {
    const answer = await app.rest('DELETE /auth/sessions', { as: here });
    expect([answer.status, answer.body.data]).toEqual([200, { revoked: 1 }]);
    expect([await me(there.token), await me(here)]).toEqual([401, 200]);
    expect((await list(here)).data.map(({ current }) => current)).toEqual([true]);
  });

  test('are those of the caller only', async () => {
    const ben = await signUp(app);
    const [session] = (await list(here)).data;
    const answer = await app.rest(`DELETE /auth/sessions/${session?.id}`, { as: ben.token });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await app.rest('DELETE /auth/sessions/none', { as: ben.token })).status).toBe(404);
    expect((await list(ben.token)).pagination.total).toBe(1);
    expect(await me(there.token)).toBe(200);
  });

  test('are listed and revoked through GraphQL, and need a session', async () => {
    const { data } = await app.graphql<{ sessions: { items: Listed[] } }>(
      '{ sessions { items { id current } } }',
      {},
      here,
    );
    const other = data?.sessions.items.find(({ current }) => !current)?.id;
    const revoked = await app.graphql(
      'mutation ($sessionId: ID!) { revokeSession(sessionId: $sessionId) { deletedId } revokeOtherSessions { revoked } }',
      { sessionId: other },
      here,
    );
    expect(revoked.data).toEqual({ revokeSession: { deletedId: other }, revokeOtherSessions: { revoked: 0 } });
    const key = await app.seed.apiKey(await app.seed.owner());
    expect((await app.rest('GET /auth/sessions', { as: key })).body.error.code).toBe('SESSION_REQUIRED');
  });
});
