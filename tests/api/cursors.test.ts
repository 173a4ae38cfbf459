import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import { readCursor, writeCursor } from '../../src/platform/database/page-cursor.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import type { Owner } from '../support/seed.js';

interface Listed {
  id: string;
  version?: number;
}

const hello = graph(
  [node('start', 'trigger.manual'), node('end', 'data.set', { assignments: [{ name: 'said', value: 'hello' }] })],
  'start>end',
);

let app: TestApp;
let owner: Owner;
let flowId: string;
let prefix: string;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  prefix = `/workspaces/${owner.workspaceId}`;
  const flow = await app.seed.flow(owner, hello);
  flowId = flow.id;
}, 60_000);

afterAll(() => app.stop());

async function send(call: string, body?: unknown) {
  const answer = await app.rest(call.replace(' P', ` ${prefix}`), { as: owner.token, body });
  return { status: answer.status, ...answer.body };
}

async function walk(path: string, limit = 1): Promise<Listed[]> {
  const found: Listed[] = [];
  let cursor: string | null = null;
  do {
    const at: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { data, pagination } = await send(`GET ${path}limit=${limit}${at}`);
    expect(pagination.page).toBe(cursor === null ? 1 : null);
    found.push(...(data as Listed[]));
    cursor = pagination.nextCursor;
  } while (cursor !== null);
  return found;
}

const idsOf = (rows: readonly Listed[]) => rows.map(({ id, version }) => id ?? version);

describe('A list of contacts', () => {
  beforeAll(async () => {
    // Three have no name, three the same one, and all the same time.
    await app.services.db.pool.query(
      `insert into contacts (id, workspace_id, name, email, status, tags, do_not_contact, custom_fields, created_at, updated_at)
       select gen_random_uuid(), $1, case when n < 3 then null when n < 6 then 'Ana' else 'Bea' || n end,
         n || '@example.com', 'lead', '{}', false, '{}', '2026-01-01 10:00:00.123456Z', '2026-01-01'
       from generate_series(0, 8) n`,
      [owner.workspaceId],
    );
  });

  const orders = ['createdAt', 'name', 'updatedAt'].flatMap((sortBy) =>
    ['asc', 'desc'].map((sortOrder) => `sortBy=${sortBy}&sortOrder=${sortOrder}`),
  );

  test.each(orders)('is read to its end in pages of two, with ties and nulls: %s', async (order) => {
    const { data } = await send(`GET P/contacts?${order}&limit=100`);
    expect(idsOf(data)).toHaveLength(9);
    expect(idsOf(await walk(`P/contacts?${order}&`, 2))).toEqual(idsOf(data));
  });

  test('continues behind the last row, whatever was added meanwhile, and keeps the total of its first page', async () => {
    const path = 'GET P/contacts?sortBy=name&sortOrder=asc&limit=5';
    const first = await send(path);
    await send('POST P/contacts', { name: 'Aaron', email: 'aaron@example.com' });
    const second = await send(`${path}&cursor=${first.pagination.nextCursor}`);
    expect(second.pagination).toEqual({ page: null, limit: 5, total: 9, totalPages: 2, nextCursor: null });
    expect(new Set([...idsOf(first.data), ...idsOf(second.data)]).size).toBe(9);
  });

  test('refuses a cursor that is malformed, or of another sort order, filter, list or value, and names it', async () => {
    const { pagination } = await send('GET P/contacts?limit=2');
    const cursor = String(pagination.nextCursor);
    const forged = writeCursor({
      ...(readCursor(cursor) as NonNullable<ReturnType<typeof readCursor>>),
      value: 'soon',
    });
    const refused = [
      'P/contacts?cursor=abc',
      `P/contacts?cursor=${cursor.slice(0, -3)}`,
      `P/contacts?cursor=${cursor}&sortBy=name`,
      `P/contacts?cursor=${cursor}&sortOrder=asc`,
      `P/contacts?cursor=${cursor}&search=ana`,
      `P/flows?cursor=${cursor}`,
      `P/usage/events?cursor=${cursor}`,
      `P/contacts?cursor=${forged}`,
    ];
    for (const path of refused) {
      const { status, error } = await send(`GET ${path}`);
      expect([path, status, error.code, error.details?.map(({ field }) => field)]).toEqual([
        path,
        400,
        'VALIDATION_FAILED',
        ['cursor'],
      ]);
    }
    expect((await send(`GET P/contacts?cursor=${cursor}&page=7&limit=3`)).data).toHaveLength(3);
  });

  test('below a record continues in GraphQL, for that record only', async () => {
    const query = `query ($id: ID!, $flowId: ID!, $cursor: String) { workspace(id: $id) {
      flow(id: $flowId) { executions(limit: 1, cursor: $cursor) { items { id } pagination { page nextCursor } } } } }`;
    for (let n = 0; n < 3; n++) await send(`POST P/flows/${flowId}/trigger`, {});
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const { data, errors }: ExecutionResult<Answer> = await app.graphql<Answer>(
        query,
        { id: owner.workspaceId, flowId, cursor },
        owner.token,
      );
      expect(errors).toBeUndefined();
      const { items, pagination }: Page = (data as Answer).workspace.flow.executions;
      found.push(...items.map(({ id }) => id));
      cursor = pagination.nextCursor;
    } while (cursor !== null && found.length < 9);
    expect(new Set(found).size).toBe(3);
    const first = await app.graphql<Answer>(query, { id: owner.workspaceId, flowId }, owner.token);
    const other = await app.seed.flow(owner, hello);
    const { nextCursor } = (first.data as Answer).workspace.flow.executions.pagination;
    const { errors } = await app.graphql(
      query,
      { id: owner.workspaceId, flowId: other.id, cursor: nextCursor },
      owner.token,
    );
    expect(errors?.[0]?.extensions.details).toMatchObject([{ field: 'cursor' }]);
  });
});

interface Page {
  items: Listed[];
  pagination: { nextCursor: string | null };
}

interface Answer {
  workspace: { flow: { executions: Page } };
}

test('Every other list is read to its end in pages of one', async () => {
  for (const name of ['One', 'Two']) {
    await app.rest('POST /workspaces', { as: owner.token, body: { name } });
    await app.seed.apiKey(owner);
    await send('POST P/members', { email: `${name}@example.com`, role: 'VIEWER' });
    await send(`PATCH P/flows/${flowId}`, { description: name });
    await send(`POST P/flows/${flowId}/trigger`, {});
    await send('POST P/flows', { ...hello, name });
    await app.rest('POST /auth/login', { body: { email: owner.email, password: 'correct horse battery' } });
  }
  const lists = {
    '/workspaces?': ['createdAt', 'name'],
    '/auth/sessions?': ['lastUsedAt', 'createdAt'],
    'P/api-keys?': ['createdAt', 'lastUsedAt', 'expiresAt'],
    'P/members?': ['createdAt', 'name', 'role'],
    'P/audit-log?action=createFlow&': ['createdAt'],
    'P/flows?': ['name', 'createdAt'],
    'P/flows/templates?builtIn=true&': ['category', 'usageCount'],
    [`P/flows/${flowId}/versions?`]: ['version'],
    [`P/flows/${flowId}/executions?`]: ['createdAt', 'durationMs'],
    'P/flows/executions?': ['startedAt'],
  };
  for (const [path, sortKeys] of Object.entries(lists)) {
    for (const sortBy of sortKeys) {
      const { data } = await send(`GET ${path}limit=100&sortBy=${sortBy}`);
      expect([path, idsOf(data).length]).toEqual([path, expect.any(Number)]);
      expect(idsOf(data).length).toBeGreaterThan(1);
      expect([path, idsOf(await walk(`${path}sortBy=${sortBy}&`))]).toEqual([path, idsOf(data)]);
    }
  }
});
