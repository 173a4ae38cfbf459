import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { builtInTemplates } from '../../../../src/contexts/automation/flow-templates/built-in-templates.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { nobody } from '../../../support/sample-args.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

interface Body {
  id: string;
  [field: string]: unknown;
}

async function call(method: string, path: string, body?: unknown, as = owner) {
  return app.rest(`${method} /workspaces/${as.workspaceId}/flows/templates${path}`, { as: as.token, body });
}

const content = () =>
  graph(
    [node('t', 'trigger.webhook'), node('s', 'data.set', { assignments: [{ name: 'a', value: '{{boveda.key}}' }] })],
    't>s',
  );

async function create(body: object = {}, as = owner): Promise<Body> {
  const answer = await call('POST', '', { name: 'Own', ...content(), ...body }, as);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as Body;
}

const read = async (id: string, as = owner) => (await call('GET', `/${id}`, undefined, as)).body.data as Body;
const builtIn = () => builtInTemplates[0]?.id as string;

describe('a template of a workspace', () => {
  test('is stored, read, changed and deleted', async () => {
    const { status, body } = await call('POST', '', {
      name: 'Own',
      description: 'D',
      category: 'mine',
      tags: ['x'],
      ...content(),
      variables: [{ name: 'v', value: 1 }],
      settings: { timeout: 9 },
    });
    expect(status).toBe(201);
    const template = body.data as Body;
    expect(template).toEqual({
      id: expect.any(String),
      workspaceId: owner.workspaceId,
      name: 'Own',
      description: 'D',
      category: 'mine',
      tags: ['x'],
      ...content(),
      variables: [{ name: 'v', value: 1, type: 'number', scope: 'flow' }],
      settings: { triggerType: 'webhook', triggerConfig: {}, timeout: 9, maxConcurrent: 10 },
      requiredSecrets: ['key'],
      builtIn: false,
      usageCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await read(template.id)).toEqual(template);
    const changed = await call('PATCH', `/${template.id}`, { name: 'New', settings: { maxConcurrent: 2 } });
    const settings = { triggerType: 'webhook', triggerConfig: {}, timeout: 9, maxConcurrent: 2 };
    expect(changed.body.data).toEqual({ ...template, name: 'New', settings, updatedAt: expect.any(String) });
    expect((await call('PATCH', `/${template.id}`, {})).body.data).toEqual(changed.body.data);
    expect((await call('DELETE', `/${template.id}`)).body).toEqual({ success: true, data: { id: template.id } });
    expect((await call('GET', `/${template.id}`)).status).toBe(404);
  });

  test('is refused with all errors, like a flow', async () => {
    const broken = { name: '', category: 'c'.repeat(101), nodes: [{ type: 'x' }], settings: { timeout: 0 } };
    const { status, body } = await call('POST', '', broken);
    expect(status).toBe(400);
    expect(body.error.details?.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['name', 'category', 'settings.timeout', 'nodes[0].id']),
    );
    const unknown = await call('POST', '', { name: 'A', nodes: [node('a', 'no.such')] });
    expect(unknown.body.error.details?.map(({ rule }) => rule)).toEqual(['NODE_TYPE_UNKNOWN']);
    const { id } = await create();
    expect((await call('PATCH', `/${id}`, { nodes: [node('a', 'no.such')], edges: [] })).status).toBe(400);
    expect((await call('PATCH', `/${id}`, { name: null })).body.error.details).toEqual([
      { field: 'name', message: 'name must not be null.' },
    ]);
  });

  test('is not found by other workspaces', async () => {
    const stranger = await app.seed.owner();
    const { id } = await create({}, stranger);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/use'],
    ] as const) {
      const answer = await call(method, `/${id}${path}`, method === 'GET' || method === 'DELETE' ? undefined : {});
      expect(answer.status).toBe(404);
    }
    expect((await call('PATCH', `/${nobody}`, { name: '' })).status).toBe(404);
    expect((await call('GET', '/nonsense')).status).toBe(404);
  });
});

describe('a built-in template', () => {
  test('can be read and cannot be changed', async () => {
    const known = builtInTemplates[0];
    expect(await read(builtIn())).toMatchObject({ name: known?.name, nodes: known?.nodes, builtIn: true });
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await call(method, `/${builtIn()}`, body);
      expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
    }
    expect((await call('PATCH', `/${builtIn()}`, { name: '' })).status).toBe(400);
  });
});

describe('the list of templates', () => {
  let other: Owner;
  beforeAll(async () => {
    other = await app.seed.owner();
    for (const name of ['Alpha', 'Beta']) await create({ name, category: 'mine', tags: ['own'] }, other);
  });

  const list = async (query: string) => (await call('GET', query, undefined, other)).body;
  const names = async (query: string) => ((await list(query)).data as Body[]).map(({ name }) => name);
  const all = builtInTemplates.length + 2;

  test('contains templates of the workspace and built-in ones in one order, without graphs, with an exact total', async () => {
    const { data, pagination } = await list('?limit=100');
    const listed = data as Body[];
    expect(pagination.total).toBe(all);
    expect(listed.slice(0, 3).map(({ name, builtIn }) => [name, builtIn])).toEqual([
      ['Beta', false],
      ['Alpha', false],
      [expect.any(String), true],
    ]);
    for (const field of ['nodes', 'edges', 'variables']) expect(listed[0]).not.toHaveProperty(field);
    expect(listed.at(-1)).toMatchObject({ settings: { timeout: 300 }, requiredSecrets: expect.any(Array) });
  });

  test('is paged and sorted over both', async () => {
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(all / 5); page++) {
      seen.push(...((await names(`?sortBy=name&sortOrder=asc&limit=5&page=${page}`)) as string[]));
    }
    expect(new Set(seen).size).toBe(all);
    expect(seen[0]).toBe('Alpha');
    expect((await list('?sortBy=colour')).error.details?.[0]?.message).toContain('usageCount');
  });

  test('is filtered by category, tag, kind and text', async () => {
    expect(await names('?category=mine')).toEqual(['Beta', 'Alpha']);
    expect(await names('?tag=own&search=ALP')).toEqual(['Alpha']);
    expect(await names('?builtIn=false')).toEqual(['Beta', 'Alpha']);
    expect((await list('?builtIn=true')).pagination.total).toBe(all - 2);
    expect(await names('?search=morning')).toEqual(['Send a report every morning']);
    expect((await list('?builtIn=perhaps')).error.details).toEqual([expect.objectContaining({ field: 'builtIn' })]);
  });

  test('includes graphs on request', async () => {
    const query =
      'query ($id: ID!) { workspace(id: $id) { templates(limit: 100) { items { id nodes requiredSecrets } } } }';
    const { data } = await app.graphql<{ workspace: { templates: { items: { id: string; nodes: object[] }[] } } }>(
      query,
      { id: other.workspaceId },
      other.token,
    );
    for (const { nodes } of data?.workspace.templates.items ?? []) expect(nodes.length).toBeGreaterThan(1);
  });
});

describe('using a template', () => {
  test('creates a paused flow with its content', async () => {
    const template = await create({ tags: ['x'], settings: { timeout: 9 } });
    const { status, body } = await call('POST', `/${template.id}/use`);
    expect(status).toBe(201);
    const { nodes, edges, settings, tags, description } = template;
    expect(body.data).toMatchObject({
      name: 'Own',
      nodes,
      edges,
      settings,
      tags,
      description,
      isActive: false,
      version: 1,
    });
    expect((body.data as Body).webhookToken).toMatch(/^[0-9a-f]{64}$/);
    expect((await read(template.id)).usageCount).toBe(1);
  });

  test('accepts a name and a folder; a refused use does not count', async () => {
    const template = await create();
    const { body } = await call('POST', `/${template.id}/use`, { name: 'Called so', folderId: null });
    expect(body.data).toMatchObject({ name: 'Called so', folderId: null });
    const refused = await call('POST', `/${template.id}/use`, { folderId: nobody });
    expect([refused.status, refused.body.error.details?.[0]?.field]).toEqual([400, 'folderId']);
    expect((await call('POST', `/${template.id}/use`, { name: '' })).status).toBe(400);
    expect((await read(template.id)).usageCount).toBe(1);
  });

  test('is counted exactly, also with concurrent uses', async () => {
    const { id } = await create();
    const answers = await Promise.all(Array.from({ length: 100 }, () => call('POST', `/${id}/use`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect((await read(id)).usageCount).toBe(100);
  });

  test('of the gallery is counted for each workspace separately', async () => {
    const other = await app.seed.owner();
    const before = Number((await read(builtIn())).usageCount);
    await Promise.all(Array.from({ length: 30 }, () => call('POST', `/${builtIn()}/use`)));
    expect((await read(builtIn())).usageCount).toBe(before + 30);
    expect((await read(builtIn(), other)).usageCount).toBe(0);
    const [most] = (await call('GET', '?sortBy=usageCount&builtIn=true')).body.data as Body[];
    expect(most).toMatchObject({ id: builtIn(), usageCount: before + 30 });
  });
});
