import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.stop());

type Entry = {
  action: string;
  outcome: string;
  code: string | null;
  targetId: string | null;
  fields: string[];
  actorKind: string;
  requestId: string;
};

async function entries(workspaceId: string, as: string, query = ''): Promise<Entry[]> {
  const { body } = await app.rest(`GET /workspaces/${workspaceId}/audit-log${query}`, { as });
  return body.data as Entry[];
}

describe('the audit log', () => {
  test('records actor, action, target, names of fields and values, but no credentials', async () => {
    const owner = await app.seed.owner();
    const { token, workspaceId } = owner;
    const key = await app.seed.apiKey(owner, ['flows:write']);
    const created = await app.rest(`POST /workspaces/${workspaceId}/flows`, {
      as: key,
      body: { name: 'Orders', tags: ['x'] },
      headers: { 'x-request-id': 'req-42' },
    });
    const flowId = (created.body.data as { id: string }).id;
    const [latest, used, before] = await entries(workspaceId, token);
    expect(latest).toMatchObject({
      action: 'createFlow',
      actorKind: 'apiKey',
      targetId: flowId,
      fields: ['name', 'tags'],
      before: null,
      after: { name: 'Orders', tags: ['x'], isActive: false, version: 1 },
      outcome: 'done',
      requestId: 'req-42',
    });
    expect(used).toMatchObject({ action: 'useApiKeyFromNewAddress', actorKind: 'apiKey', ip: '127.0.0.1' });
    expect(before).toMatchObject({ action: 'createApiKey', actorKind: 'user' });
    const all = JSON.stringify((await app.services.db.pool.query('select * from audit_log')).rows);
    expect(all).not.toContain(key);
    expect(all).not.toContain(token);
  });

  test('records refused mutations of members, but none of other users', async () => {
    const owner = await app.seed.owner();
    const { token, workspaceId } = owner;
    const key = await app.seed.apiKey(owner, ['flows:read']);
    const stranger = await app.seed.owner();
    const create = (as: string) => app.rest(`POST /workspaces/${workspaceId}/flows`, { as, body: { name: 'x' } });
    expect((await create(key)).status).toBe(403);
    expect((await create(stranger.token)).status).toBe(404);
    const refused = await entries(workspaceId, token, '?outcome=refused');
    expect(refused).toMatchObject([{ action: 'createFlow', code: 'FORBIDDEN', actorKind: 'apiKey' }]);
  });

  test('is read with audit:read only, page by page and by filter', async () => {
    const owner = await app.seed.owner();
    const { token, workspaceId } = owner;
    const key = await app.seed.apiKey(owner, ['flows:read', 'flows:write']);
    for (const name of ['a', 'b', 'c'])
      await app.rest(`POST /workspaces/${workspaceId}/flows`, { as: key, body: { name } });
    const path = `GET /workspaces/${workspaceId}/audit-log`;
    expect((await app.rest(path, { as: key })).body.error.code).toBe('FORBIDDEN');
    const page = await app.rest(`${path}?action=createFlow&limit=2`, { as: token });
    expect(page.body.pagination).toEqual({
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
      nextCursor: expect.any(String),
    });
    expect((await app.rest(`${path}?outcome=maybe`, { as: token })).body.error.details).toEqual([
      { field: 'outcome', message: 'outcome must be one of: done, refused.' },
    ]);
    expect((await app.rest(`${path}?from=2030-01-01`, { as: token })).body.data).toEqual([]);
  });
});
