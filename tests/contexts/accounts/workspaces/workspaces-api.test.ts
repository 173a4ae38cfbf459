import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { recordStatements } from '../../../support/statements.js';

let app: TestApp;
let owner: Owner;
let stranger: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  stranger = await app.seed.owner();
});
afterAll(() => app.stop());

const path = (rest = '') => `/workspaces/${owner.workspaceId}${rest}`;
const code = ({ status, body }: Awaited<ReturnType<TestApp['rest']>>) => [status, body.error?.code];

async function admit(person: Owner, role: string) {
  await app.services.db.pool.query(
    `insert into members (workspace_id, user_id, role) select $1, id, $3 from users where email = $2
     on conflict (workspace_id, user_id) do update set role = $3`,
    [owner.workspaceId, person.email, role],
  );
}

describe('the workspace routes', () => {
  test('create, list, get, update and delete', async () => {
    const { token: as } = await app.seed.owner();
    const created = await app.rest('POST /workspaces', { as, body: { name: 'Shop', timezone: 'Europe/Madrid' } });
    const shop = {
      id: expect.any(String),
      name: 'Shop',
      role: 'OWNER',
      timezone: 'Europe/Madrid',
      country: null,
      defaultErrorFlowId: null,
      dailyBudget: null,
      monthlyBudget: null,
      postalAddress: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.any(String),
    };
    expect([created.status, created.body]).toEqual([201, { success: true, data: shop }]);
    const { id } = created.body.data as { id: string };
    const list = await app.rest('GET /workspaces?sortBy=name&sortOrder=asc&limit=1&page=2', { as });
    expect(list.body).toEqual({
      success: true,
      data: [shop],
      pagination: { page: 2, limit: 1, total: 2, totalPages: 2, nextCursor: null },
    });
    expect((await app.rest(`GET /workspaces/${id}`, { as })).body.data).toEqual(shop);
    const changed = await app.rest(`PATCH /workspaces/${id}`, { as, body: { name: 'Shop 2' } });
    expect(changed.body.data).toEqual({ ...shop, name: 'Shop 2' });
    const deleted = await app.rest(`DELETE /workspaces/${id}`, { as });
    expect([deleted.status, deleted.body]).toEqual([200, { success: true, data: { id } }]);
    expect(code(await app.rest(`GET /workspaces/${id}`, { as }))).toEqual([404, 'NOT_FOUND']);
  });

  test('answer 404 to other users before the body is validated', async () => {
    const as = stranger.token;
    for (const call of [`GET ${path()}`, `DELETE ${path()}`, `GET ${path('/api-keys')}`, 'GET /workspaces/nonsense']) {
      expect(code(await app.rest(call, { as }))).toEqual([404, 'NOT_FOUND']);
    }
    expect(code(await app.rest(`PATCH ${path()}`, { as, body: { name: 7, nonsense: 1 } }))).toEqual([404, 'NOT_FOUND']);
    expect(code(await app.rest(`PATCH ${path()}`, { body: { name: 7 } }))).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('enforce roles', async () => {
    const [admin, editor] = [await app.seed.owner(), await app.seed.owner()];
    await admit(admin, 'ADMIN');
    await admit(editor, 'EDITOR');
    const rename = (as: string) => app.rest(`PATCH ${path()}`, { as, body: { name: 'Acme' } });
    expect((await rename(admin.token)).status).toBe(200);
    expect(code(await rename(editor.token))).toEqual([403, 'FORBIDDEN']);
    expect(code(await app.rest(`DELETE ${path()}`, { as: admin.token }))).toEqual([403, 'FORBIDDEN']);
  });

  test('enforce the capabilities of API keys', async () => {
    const [narrow, wide] = [await app.seed.apiKey(owner, ['flows:read']), await app.seed.apiKey(owner)];
    const rename = (as: string) => app.rest(`PATCH ${path()}`, { as, body: { name: 'Acme' } });
    expect(code(await rename(narrow))).toEqual([403, 'FORBIDDEN']);
    expect((await rename(wide)).status).toBe(200);
    expect(code(await app.rest(`DELETE ${path()}`, { as: wide }))).toEqual([403, 'SESSION_REQUIRED']);
    expect(code(await app.rest('POST /workspaces', { as: wide, body: { name: 'x' } }))).toEqual([
      403,
      'SESSION_REQUIRED',
    ]);
    const list = await app.rest('GET /workspaces', { as: wide });
    expect((list.body.data as { id: string }[]).map(({ id }) => id)).toEqual([owner.workspaceId]);
  });

  test('refuse null and unknown time zones, and say what is accepted', async () => {
    const { status, body } = await app.rest(`PATCH ${path()}`, {
      as: owner.token,
      body: { name: null, timezone: 'Mars' },
    });
    expect(status).toBe(400);
    expect(body.error.details?.map(({ field }) => field)).toEqual(expect.arrayContaining(['name', 'timezone']));
    const empty = await app.rest('POST /workspaces', { as: owner.token, body: {} });
    expect(empty.body.error.details).toEqual([expect.objectContaining({ message: 'name is required.' })]);
  });
});

describe('a workspace in GraphQL', () => {
  test('costs one statement, whichever fields are requested', async () => {
    const statementsOf = recordStatements(app);
    const query = 'query ($id: ID!) { workspace(id: $id) { id name role timezone createdAt updatedAt } }';
    const sent = await statementsOf(async () => {
      const { data } = await app.graphql(query, { id: owner.workspaceId }, owner.token);
      expect(data).toMatchObject({ workspace: { id: owner.workspaceId, role: 'OWNER', timezone: 'UTC' } });
    });
    expect(sent).toEqual(['find_user_access']);
  });

  test('resolves the fields of other modules from a list as well', async () => {
    const { data } = await app.graphql(
      '{ workspaces(sortBy: name) { items { id apiKeys(limit: 1) { pagination { limit } } } pagination { total } } }',
      {},
      owner.token,
    );
    expect(data).toEqual({
      workspaces: {
        items: [{ id: owner.workspaceId, apiKeys: { pagination: { limit: 1 } } }],
        pagination: { total: 1 },
      },
    });
  });
});
