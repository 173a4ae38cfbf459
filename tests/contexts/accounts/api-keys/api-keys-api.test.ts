import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

const call = (method: string, rest = '') => `${method} /workspaces/${owner.workspaceId}/api-keys${rest}`;

describe('the API key routes', () => {
  test('create a key, list it without its text and revoke it', async () => {
    const as = owner.token;
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const made = await app.rest(call('POST'), { as, body: { name: 'CI', capabilities: ['flows:read'], expiresAt } });
    const { key, ...shown } = made.body.data as Record<string, string>;
    expect([made.status, key]).toEqual([201, expect.stringMatching(/^wak_[0-9A-Za-z]{33}$/)]);
    expect(shown).toEqual({
      id: expect.any(String),
      workspaceId: owner.workspaceId,
      name: 'CI',
      prefix: key?.slice(0, 12),
      capabilities: ['flows:read'],
      expiresAt,
      lastUsedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const list = await app.rest(call('GET'), { as });
    expect(list.body).toMatchObject({ data: [shown], pagination: { total: 1 } });
    expect(JSON.stringify(list.body)).not.toContain(key);
    expect((await app.rest(`GET /workspaces/${owner.workspaceId}`, { as: key as string })).status).toBe(200);

    const revoked = await app.rest(call('DELETE', `/${shown.id}`), { as });
    expect([revoked.status, revoked.body.data]).toEqual([200, { id: shown.id, paused: { flows: [], webhooks: [] } }]);
    const after = await app.rest(`GET /workspaces/${owner.workspaceId}`, { as: key as string });
    expect([after.status, after.body.error.code]).toEqual([401, 'INVALID_TOKEN']);
    expect((await app.rest(call('DELETE', `/${shown.id}`), { as })).status).toBe(404);
  });

  test('give keys that see their own workspace only', async () => {
    const as = owner.token;
    const other = await app.rest('POST /workspaces', { as, body: { name: 'Other' } });
    expect(other.status).toBe(201);
    const { key } = (await app.rest(call('POST'), { as, body: { name: 'Own', capabilities: ['*'] } })).body.data as {
      key: string;
    };
    const seen = async (credential: string) => {
      const { data } = await app.graphql<{ me: { workspaces: { id: string }[] } }>(
        '{ me { workspaces { id name role timezone } } }',
        {},
        credential,
      );
      return data?.me.workspaces.map(({ id }) => id);
    };
    expect(await seen(key)).toEqual([owner.workspaceId]);
    expect(await seen(as)).toHaveLength(2);
  });

  test('require a session', async () => {
    const as = await app.seed.apiKey(owner);
    for (const one of [call('GET'), call('DELETE', '/019ab3f2-0000-7000-8000-000000000000')]) {
      const { status, body } = await app.rest(one, { as });
      expect([status, body.error.code]).toEqual([403, 'SESSION_REQUIRED']);
    }
    const { status } = await app.rest(call('POST'), { as, body: { name: 'more', capabilities: ['*'] } });
    expect(status).toBe(403);
  });

  test('list every violation of a body', async () => {
    const body = { name: '', capabilities: ['flows:fly', '*'], expiresAt: 'tomorrow' };
    const answer = await app.rest(call('POST'), { as: owner.token, body });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.error.details?.[0]).toMatchObject({ field: 'expiresAt' });
    const next = await app.rest(call('POST'), { as: owner.token, body: { ...body, expiresAt: undefined } });
    expect(next.body.error.details?.map(({ field }) => field).sort()).toEqual(['capabilities', 'name']);
    const past = { name: 'late', capabilities: ['*'], expiresAt: '2020-01-01T00:00:00Z' };
    const late = await app.rest(call('POST'), { as: owner.token, body: past });
    expect([late.status, late.body.error.details?.[0]?.field]).toEqual([400, 'expiresAt']);
  });
});
