import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/app.js';
import { recordStatements } from '../../support/list-plans.js';
import type { Owner } from '../../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

const ask = (request: string, body?: object) => {
  const [method, path] = request.split(' ');
  return app.rest(`${method} /workspaces/${owner.workspaceId}/${path}`, { as: owner.token, ...(body && { body }) });
};

async function idOf(request: string, body: object): Promise<string> {
  return ((await ask(request, body)).body as { data: { id: string } }).data.id;
}

async function listed(path: string): Promise<{ ids: string[]; total: number }> {
  const { body } = await ask(`GET ${path}`);
  const { data, pagination } = body as { data: { id: string }[]; pagination: { total: number } };
  return { ids: data.map(({ id }) => id), total: pagination.total };
}

test.each([
  ['contacts', 'contact_tags', { name: 'Ana' }],
  ['flows', 'flow_tags', { name: 'Flow' }],
])('%s are found by the labels that they have now', async (path, table, input) => {
  const id = await idOf(`POST ${path}`, { ...input, tags: ['red', 'blue'] });
  const other = await idOf(`POST ${path}`, { ...input, tags: ['blue'] });
  const plain = await idOf(`POST ${path}`, input);
  expect(await listed(`${path}?tag=red`)).toEqual({ ids: [id], total: 1 });
  expect(await listed(`${path}?tag=blue`)).toEqual({ ids: [other, id], total: 2 });
  expect(await listed(`${path}?tag=blue&sortBy=name&sortOrder=asc&limit=1`)).toEqual({ ids: [id], total: 2 });

  await ask(`PATCH ${path}/${id}`, { tags: ['blue', 'green'] });
  await ask(`PATCH ${path}/${plain}`, { tags: ['red'] });
  expect(await listed(`${path}?tag=red`)).toEqual({ ids: [plain], total: 1 });
  expect(await listed(`${path}?tag=green`)).toEqual({ ids: [id], total: 1 });

  await ask(`PATCH ${path}/${plain}`, { tags: [] });
  for (const one of [id, other]) await ask(`DELETE ${path}/${one}`);
  expect(await listed(`${path}?tag=blue`)).toEqual({ ids: [], total: 0 });
  const { rows } = await app.services.db.pool.query(`select from ${table} where workspace_id = $1`, [
    owner.workspaceId,
  ]);
  expect(rows.length).toBe(0);
});

test('contacts with a label are counted by their labels alone, unless there is another filter', async () => {
  for (const status of ['lead', 'customer']) await idOf('POST contacts', { name: 'Ana', tags: ['counted'], status });
  const sentSince = recordStatements(app);
  const counts = () => sentSince().flatMap(({ text }) => /count\(\*\)::integer from (\w+)/.exec(text)?.[1] ?? []);
  expect([(await listed('contacts?tag=counted')).total, counts()]).toEqual([2, ['contact_tags']]);
  expect([(await listed('contacts?tag=counted&status=lead')).total, counts()]).toEqual([1, ['contacts']]);
});
