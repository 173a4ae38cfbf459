import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPage, wholePagination } from '../../../../src/platform/graphql/read-page.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  await seedFlows();
});
afterAll(() => app.stop());

interface Listed {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
}

let folderId: string;
const ids: string[] = [];

async function seedFlows(): Promise<void> {
  const folder = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/folders`, {
    as: owner.token,
    body: { name: 'Folder' },
  });
  folderId = (folder.body.data as { id: string }).id;
  for (let index = 0; index < 23; index++) {
    const { id } = await app.seed.flow(
      owner,
      {
        // Few distinct names, so that the order of equal names matters.
        name: `Name ${index % 4}`,
        description: index === 7 ? '100% Organic_Tea' : 'Plain',
        tags: index % 2 === 0 ? ['even', `n${index}`] : ['odd'],
        folderId: index < 5 ? folderId : null,
        ...(index % 3 === 0 ? graph([node('t', 'trigger.webhook'), node('s', 'logic.stop')], 't>s') : {}),
      },
      index % 3 === 0,
    );
    ids.push(id);
  }
}

async function list(query: string, as = owner.token) {
  return app.rest(`GET /workspaces/${owner.workspaceId}/flows${query}`, { as });
}

const listed = async (query: string) => (await list(query)).body as unknown as { data: Listed[] };

describe('the list of flows', () => {
  test('starts with the newest, has 20 items a page, an exact total and no graphs', async () => {
    const { status, body } = await list('');
    const flows = body.data as Listed[];
    expect(status).toBe(200);
    expect(flows.map(({ id }) => id)).toEqual([...ids].reverse().slice(0, 20));
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 23, totalPages: 2, nextCursor: expect.any(String) });
    for (const field of ['nodes', 'edges', 'variables']) expect(flows[0]).not.toHaveProperty(field);
    expect(flows[0]).toMatchObject({ settings: { timeout: 300 }, version: 1, isActive: false });
  });

  test('is empty after the last page, with the same total', async () => {
    const { status, body } = await list('?page=99');
    expect([status, body.data]).toEqual([200, []]);
    expect(body.pagination).toEqual({ page: 99, limit: 20, total: 23, totalPages: 2, nextCursor: null });
  });

  test('contains each flow once, in any order and page size', async () => {
    const sortKeys = fc.constantFrom('name', 'createdAt', 'updatedAt');
    await fc.assert(
      fc.asyncProperty(
        sortKeys,
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 30 }),
        async (by, to, limit) => {
          const seen: Listed[] = [];
          for (let page = 1; page <= Math.ceil(23 / limit); page++) {
            seen.push(...(await listed(`?sortBy=${by}&sortOrder=${to}&limit=${limit}&page=${page}`)).data);
          }
          expect(new Set(seen.map(({ id }) => id)).size).toBe(23);
          const keys = seen.map((flow) => `${flow[by as keyof Listed]} ${flow.id}`);
          const ordered = [...keys].sort();
          expect(keys).toEqual(to === 'asc' ? ordered : ordered.reverse());
        },
      ),
      { numRuns: 12 },
    );
  });

  test.each([
    ['status=active', 8],
    ['status=paused', 15],
    ['tag=even', 12],
    ['tag=n4', 1],
    ['tag=eve', 0],
    ['triggerType=webhook', 8],
    ['triggerType=manual', 15],
    ['folderId=none', 18],
    ['search=name%203', 5],
    ['search=n16', 1],
    ['search=0%25%20organic_', 1],
    ['search=%25', 1],
    ['search=%5C', 0],
    ['status=active&tag=even&search=Name', 4],
    ['status=&tag=&search=&folderId=', 23],
    ['unknown=1', 23],
  ])('by %s has a total of %i', async (query, total) => {
    const { body } = await list(`?${query}&limit=100`);
    expect([body.pagination.total, (body.data as Listed[]).length]).toEqual([total, total]);
  });

  test('by folder contains the flows in it', async () => {
    const { data } = await listed(`?folderId=${folderId}&sortOrder=asc`);
    expect(data.map(({ id }) => id)).toEqual(ids.slice(0, 5));
    expect((await listed('?folderId=0197a1b2-0000-7000-8000-000000000000')).data).toEqual([]);
  });

  test('counts a limit over 100 as 100', async () => {
    expect((await list('?limit=5000')).body.pagination.limit).toBe(100);
  });

  test.each([
    ['page=0', 'page', '1'],
    ['page=two', 'page', ''],
    ['limit=-1', 'limit', '1'],
    ['sortBy=settings', 'sortBy', 'createdAt, updatedAt, name'],
    ['sortOrder=up', 'sortOrder', 'asc, desc'],
    ['status=running', 'status', 'active, paused'],
    ['triggerType=telepathy', 'triggerType', 'ai_tool'],
    ['folderId=nonsense', 'folderId', 'folderId must be the ID of a folder, or none'],
    ['search=%00', 'search', 'NUL', 'TEXT_NOT_STORABLE'],
  ])('refuses %s with what is allowed', async (query, field, allowed, rule?: string) => {
    const { status, body } = await list(`?${query}`);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.details).toEqual([{ field, ...(rule && { rule }), message: expect.stringContaining(allowed) }]);
  });

  test('reports all errors of a query together', async () => {
    const { body } = await list('?page=0&status=running&folderId=nonsense&sortBy=x');
    expect(body.error.details?.map(({ field }) => field)).toEqual(['page', 'sortBy', 'status', 'folderId']);
  });

  test('includes graphs, folders and validation on request', async () => {
    const query = `query ($id: ID!) { workspace(id: $id) { flows(limit: 20) {
      items { id name nodes variables { name } validation { valid } folder { name flowCount } } pagination { total } } } }`;
    const { data, errors } = await app.graphql<{ workspace: { flows: { items: unknown[] } } }>(
      query,
      { id: owner.workspaceId },
      owner.token,
    );
    expect(errors).toBeUndefined();
    expect(data?.workspace.flows.items.at(-1)).toEqual({
      id: ids[3],
      name: 'Name 3',
      nodes: [node('t', 'trigger.webhook'), node('s', 'logic.stop')],
      variables: [],
      validation: { valid: true },
      folder: { name: 'Folder', flowCount: 5 },
    });
  });
});

test('pages of usual sizes are planned once for each connection, not once for each request', async () => {
  const { workspaceId } = await app.seed.owner();
  const { db } = app.services;
  await db.pool.query(
    `insert into flows (workspace_id, id, name, settings)
     select $1, uuidv7(), 'Flow', '{}' from generate_series(1, 2000)`,
    [workspaceId],
  );
  await db.pool.query('analyze flows');
  const columns =
    'f.id, (select v.name from flow_versions v where v.workspace_id = $1 and v.flow_id = f.id and v.version = 1)';
  const page = (limit: number) => ({
    label: 'list_planned_flows',
    columns,
    from: 'flows f',
    where: ['f.workspace_id = $1'],
    id: 'f.id',
    sortBy: { column: 'f.created_at' },
    values: [workspaceId],
    of: [workspaceId],
    pagination: wholePagination,
    window: { page: 1, limit, offset: 0, sortBy: 'createdAt', descending: true, filters: {}, cursor: null },
  });
  const plans = await db.within(workspaceId).transaction(async (sql) => {
    for (const limit of [20, 5, 20, 7, 20, 20, 20, 20]) {
      const { items, pagination } = await readPage({ sql, cursorKey: 'key' }, page(limit));
      expect([items.length, pagination.total]).toEqual([limit, 2000]);
    }
    const { rows } = await sql.query(
      `select custom_plans::integer as custom, generic_plans::integer as generic from pg_prepared_statements
       where statement like '/* list_planned_flows %'`,
    );
    return rows;
  });
  expect(plans).toEqual([{ custom: 5, generic: 3 }]);
});
