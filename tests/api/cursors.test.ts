import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, type ExecutionResult, type GraphQLObjectType, isRequiredArgument } from 'graphql';
import { readCursor, writeCursor } from '../../src/platform/database/page-cursor.js';
import { signWords } from '../../src/platform/signed-text.js';
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
    const key = app.services.settings.jwtSecret;
    const position = readCursor(key, cursor) as NonNullable<ReturnType<typeof readCursor>>;
    const unreadable = writeCursor(key, { ...position, value: 'soon' });
    const other = await app.seed.owner();
    const elsewhere = await app.rest(`GET /workspaces/${other.workspaceId}/contacts?cursor=${cursor}`, {
      as: other.token,
    });
    expect([elsewhere.status, elsewhere.body.error.details?.[0]?.field]).toEqual([400, 'cursor']);
    const refused = [
      'P/contacts?cursor=abc',
      `P/contacts?cursor=${cursor.slice(0, -3)}`,
      `P/contacts?cursor=${cursor}&sortBy=name`,
      `P/contacts?cursor=${cursor}&sortOrder=asc`,
      `P/contacts?cursor=${cursor}&search=ana`,
      `P/flows?cursor=${cursor}`,
      `P/usage/events?cursor=${cursor}`,
      `P/contacts?cursor=${unreadable}`,
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

describe('A cursor that this server did not write', () => {
  const named = ['soon', randomUUID(), '5', 'a'.repeat(16)];
  const texts = ['null', '{nope', '5', '{}', '[]', '[null,null,1e308,"x"]', `["2026-01-01","${named[1]}",-5,"x"]`];
  const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);
  /** What anybody can write. */
  const forged = () => [
    '',
    'abc',
    '.',
    'a.b',
    '[]',
    '%00',
    'null',
    ...texts.map((text) => Buffer.from(digestOf(text) + text).toString('base64url')),
    ...texts.map((text) => `${Buffer.from(text).toString('base64url')}.${'A'.repeat(43)}`),
    signWords('a key of somebody else, long enough', 'list cursor', named),
    signWords(app.services.settings.jwtSecret, 'another purpose', named),
  ];
  /** Signed as cursors are, but not in their form. */
  const misshapen = () => {
    const odd: unknown[] = [null, 5, {}, [], named.slice(1), [...named, null], [['soon'], ...named.slice(1)]];
    for (const total of [-5, '-5', 1e308, '1e308', '99999999999', '', ['5'], { n: 5 }, 'abc'])
      odd.push([named[0], named[1], total, named[3]]);
    odd.push(
      [5, named[1], null, named[3]],
      [null, null, null, named[3]],
      [null, '', null, named[3]],
      [null, 'x', null],
    );
    return odd.map((words) => signWords(app.services.settings.jwtSecret, 'list cursor', words as string[]));
  };
  const cursorsOf = () => [...forged(), ...misshapen()].filter((text) => text !== '');

  test('is refused by every list of REST, and named', async () => {
    const { paths } = JSON.parse(await readFile('schema/openapi.json', 'utf8')) as OpenApi;
    const lists = Object.entries(paths).filter(([, { get }]) =>
      get?.parameters?.some(({ $ref }) => $ref === '#/components/parameters/Cursor'),
    );
    expect(lists.length).toBeGreaterThan(20);
    const [one = ''] = misshapen();
    for (const [path] of lists) {
      const at = path.replace('{workspaceId}', owner.workspaceId).replace('{flowId}', flowId);
      // The row to which a list belongs is looked for first.
      const status = at.includes('{') ? 404 : 400;
      const call = `GET ${at.replace(/\{\w+\}/g, randomUUID())}`;
      for (const cursor of [one, ...(at.endsWith('/contacts') ? cursorsOf() : forged().slice(-2))]) {
        const answer = await app.rest(`${call}?cursor=${encodeURIComponent(cursor)}`, { as: owner.token });
        expect([call, cursor, answer.status]).toEqual([call, cursor, status]);
        if (status === 400) expect(answer.body.error.details?.map(({ field }) => field)).toEqual(['cursor']);
      }
    }
  });

  test('is refused by every list of GraphQL, and named', async () => {
    const schema = buildSchema(await readFile('schema/schema.graphql', 'utf8'));
    const fields = Object.values((schema.getType('Workspace') as GraphQLObjectType).getFields());
    const lists = fields.filter(
      ({ args }) => args.some(({ name }) => name === 'cursor') && !args.some((arg) => isRequiredArgument(arg)),
    );
    expect(lists.length).toBeGreaterThan(10);
    const [one = ''] = misshapen();
    for (const { name } of lists) {
      const query = `query ($id: ID!, $cursor: String) { workspace(id: $id) { ${name}(cursor: $cursor) { pagination { nextCursor } } } }`;
      for (const cursor of [one, ...(name === 'contacts' ? cursorsOf() : forged().slice(-2))]) {
        const { errors } = await app.graphql(query, { id: owner.workspaceId, cursor }, owner.token);
        expect([name, errors?.[0]?.extensions.code, errors?.[0]?.extensions.details]).toMatchObject([
          name,
          'VALIDATION_FAILED',
          [{ field: 'cursor' }],
        ]);
      }
    }
  });
});

interface OpenApi {
  paths: Record<string, { get?: { parameters?: { $ref?: string }[] } }>;
}

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
