import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { addMember } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;
let colleague: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  colleague = (await addMember(app, owner.workspaceId, owner.token, 'EDITOR')).token;
});
afterAll(() => app.stop());

const set = (value: string, id = 's') => node(id, 'data.set', { assignments: [{ name: 'a', value }] });
const runnable = (value = '1') => graph([node('t', 'trigger.manual'), set(value)], 't>s');
const unfinished = { nodes: [node('t', 'trigger.manual'), node('h', 'http.request'), node('h', 'no.such')], edges: [] };

interface Draft {
  baseVersion: number;
  revision: string;
  validation: { valid: boolean; issues: { ruleId: string; nodeId?: string; field?: string }[] };
  [field: string]: unknown;
}

interface Answer<Data> {
  status: number;
  body: { data: Data };
}

function call<Data = Draft>(method: string, path: string, body?: unknown, as = owner.token): Promise<Answer<Data>> {
  const route = `${method} /workspaces/${owner.workspaceId}/flows${path}`;
  return app.rest(route, { as, ...(body !== undefined && { body }) }) as Promise<Answer<Data>>;
}

const create = async (body: object = {}) =>
  (await call<{ id: string }>('POST', '', { name: 'One', ...runnable(), ...body })).body.data.id;
const refused = (status: number, code: string, details: object[]) => ({ status, body: { error: { code, details } } });

describe('a draft', () => {
  test('is saved although it breaks rules, which are listed with it, and changes nothing that runs', async () => {
    const id = await create();
    expect(await call('GET', `/${id}/draft`)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    const saved = await call('PUT', `/${id}/draft`, { ...unfinished, settings: { timeout: 9 } });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        data: { flowId: id, ...unfinished, baseVersion: 1, settings: { timeout: 9 }, updatedBy: expect.any(String) },
      },
    });
    const { valid, issues } = saved.body.data.validation;
    expect(valid).toBe(false);
    expect(issues.map(({ ruleId, nodeId, field }) => [ruleId, nodeId, field])).toEqual(
      expect.arrayContaining([
        ['NODE_ID_DUPLICATE', 'h', null],
        ['NODE_TYPE_UNKNOWN', 'h', null],
        ['FIELD_REQUIRED', 'h', 'url'],
      ]),
    );
    expect((await call('GET', `/${id}/draft`)).body.data).toEqual(saved.body.data);
    expect((await call('GET', `/${id}`)).body.data).toMatchObject({ ...runnable(), version: 1 });
    const executionId = await trigger(app, owner, id);
    expect(await reached(app, owner, executionId)).toMatchObject({ status: 'completed', flowVersion: 1 });
  });

  test.each(['nodes', 'edges', 'variables', 'settings'])(
    'refuses null as %s, which cannot be cleared',
    async (field) => {
      const id = await create();
      const answer = await call('PUT', `/${id}/draft`, { [field]: null });
      expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', [{ field }]));
      expect((await call('GET', `/${id}/draft`)).status).toBe(404);
    },
  );

  test('keeps what a save leaves out, and its revision if nothing changes', async () => {
    const id = await create();
    const first = (await call('PUT', `/${id}/draft`, { edges: [] })).body.data;
    expect(first).toMatchObject({ nodes: runnable().nodes, edges: [] });
    const again = (await call('PUT', `/${id}/draft`, { edges: [] })).body.data;
    expect(again.revision).toBe(first.revision);
    const other = (await call('PUT', `/${id}/draft`, { variables: [{ name: 'v', value: 1 }] })).body.data;
    expect(other).toMatchObject({ edges: [], variables: [{ name: 'v', value: 1, type: 'number', scope: 'flow' }] });
    expect(other.revision).not.toBe(first.revision);
  });

  test('must have the form and the size of a flow', async () => {
    const id = await create();
    const many = Array.from({ length: 501 }, (_, index) => node(`n${index}`, 'logic.stop'));
    expect(await call('PUT', `/${id}/draft`, { nodes: [{ type: 'x' }], edges: [{}] })).toMatchObject(
      refused(400, 'VALIDATION_FAILED', [
        { field: 'nodes[0].id' },
        { field: 'edges[0].id' },
        { field: 'edges[0].source' },
        { field: 'edges[0].target' },
      ]),
    );
    expect(await call('PUT', `/${id}/draft`, { nodes: many })).toMatchObject(
      refused(400, 'VALIDATION_FAILED', [{ rule: 'NODE_LIMIT' }]),
    );
    expect(await call('PUT', `/${id}/draft`, { baseVersion: 2 })).toMatchObject(
      refused(400, 'VALIDATION_FAILED', [{ field: 'baseVersion' }]),
    );
    expect(await call('GET', `/${id}/draft`)).toMatchObject({ status: 404 });
  });

  test('of two editors is never overwritten unnoticed', async () => {
    const id = await create();
    const { revision } = (await call('PUT', `/${id}/draft`, { edges: [] })).body.data;
    const conflict = refused(409, 'CONFLICT', [{ field: 'revision' }]);
    expect(await call('PUT', `/${id}/draft`, runnable('2'), colleague)).toMatchObject(conflict);
    const second = await call('PUT', `/${id}/draft`, { ...runnable('2'), revision }, colleague);
    expect(second.status).toBe(200);
    expect(await call('PUT', `/${id}/draft`, { ...runnable('3'), revision })).toMatchObject(conflict);
    expect(await call('POST', `/${id}/publish`, { revision })).toMatchObject(conflict);
    expect((await call('GET', `/${id}/draft`)).body.data).toMatchObject({ revision: second.body.data.revision });
    const both = await Promise.all(
      ['4', '5'].map((value) =>
        call('PUT', `/${id}/draft`, { ...runnable(value), revision: second.body.data.revision }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('is discarded, and deleted with its flow', async () => {
    const [one, two] = [await create(), await create()];
    for (const id of [one, two]) await call('PUT', `/${id}/draft`, { edges: [] });
    expect(await call('DELETE', `/${one}/draft`)).toMatchObject({ status: 200, body: { data: { id: one } } });
    expect(await call('DELETE', `/${one}/draft`)).toMatchObject({ status: 404 });
    await call('DELETE', `/${two}`);
    const { rows } = await app.services.db.pool.query('select from flow_drafts where flow_id = any($1)', [[one, two]]);
    expect(rows).toEqual([]);
  });

  test('of many flows is read by one statement', async () => {
    const id = await create();
    await call('PUT', `/${id}/draft`, { edges: [] });
    const { data } = await app.graphql<{ workspace: { flows: { items: { id: string; draft: object | null }[] } } }>(
      `query ($id: ID!) { workspace(id: $id) { flows(limit: 50) { items { id draft { baseVersion } } } } }`,
      { id: owner.workspaceId },
      owner.token,
    );
    const drafts = data?.workspace.flows.items ?? [];
    expect(drafts.find((flow) => flow.id === id)?.draft).toEqual({ baseVersion: 1 });
    expect(drafts.some(({ draft }) => draft === null)).toBe(true);
  });
});

describe('publishing', () => {
  test('makes the draft the next version, with its author and message', async () => {
    const id = await create();
    await call('PUT', `/${id}/draft`, runnable('2'));
    const published = await call('POST', `/${id}/publish`, { message: ' Use 2 ' });
    expect(published).toMatchObject({ status: 200, body: { data: { version: 2, isActive: false, ...runnable('2') } } });
    expect(await call('GET', `/${id}/draft`)).toMatchObject({ status: 404 });
    expect(await call('POST', `/${id}/publish`)).toMatchObject({ status: 404 });
    const versions = (await call<object[]>('GET', `/${id}/versions`)).body.data;
    expect(versions).toMatchObject([
      { version: 2, message: 'Use 2', createdBy: expect.any(String) },
      { version: 1, message: null },
    ]);
  });

  test('refuses a draft that breaks rules, also of a paused flow, and one whose nodes the caller has no right to', async () => {
    const id = await create();
    await call('PUT', `/${id}/draft`, { edges: [] });
    expect(await call('POST', `/${id}/publish`)).toMatchObject(
      refused(400, 'FLOW_INVALID', [{ rule: 'NODE_ORPHAN', nodeId: 's' }]),
    );
    await call('PUT', `/${id}/draft`, unfinished);
    expect(await call('POST', `/${id}/publish`)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_FAILED' } },
    });
    const finding = graph(
      [node('t', 'trigger.manual'), node('f', 'crm.findContact', { filter: { email: 'a@b.co' } })],
      't>f',
    );
    expect((await call('PUT', `/${id}/draft`, finding)).status).toBe(200);
    const key = await app.seed.apiKey(owner, ['flows:read', 'flows:write']);
    expect(await call('POST', `/${id}/publish`, {}, key)).toMatchObject({ status: 403 });
    expect((await call('GET', `/${id}`)).body.data).toMatchObject({ version: 1 });
  });

  test('notices that the flow was published meanwhile', async () => {
    const id = await create();
    await call('PUT', `/${id}/draft`, runnable('draft'));
    await call('PATCH', `/${id}`, runnable('meanwhile'));
    expect((await call('GET', `/${id}/draft`)).body.data).toMatchObject({ baseVersion: 1 });
    expect(await call('POST', `/${id}/publish`)).toMatchObject(refused(409, 'CONFLICT', [{ currentVersion: 2 }]));
    expect(await call('POST', `/${id}/publish`, { expectedVersion: 1 })).toMatchObject(
      refused(409, 'VERSION_CONFLICT', [{ currentVersion: 2 }]),
    );
    await call('PUT', `/${id}/draft`, { baseVersion: 2 });
    const published = await call('POST', `/${id}/publish`, { expectedVersion: 2 });
    expect(published).toMatchObject({ status: 200, body: { data: { version: 3, ...runnable('draft') } } });
  });
});

describe('pinned data', () => {
  const pinned = (pinnedData: unknown) => ({
    ...runnable(),
    nodes: [node('t', 'trigger.manual'), { ...set('1'), pinnedData }],
  });

  test('is kept with drafts and versions, and no execution uses it', async () => {
    const id = await create();
    await call('PUT', `/${id}/draft`, pinned({ a: 'pinned' }));
    const { body } = await call('POST', `/${id}/publish`);
    expect(body.data).toMatchObject(pinned({ a: 'pinned' }));
    expect(await reached(app, owner, await trigger(app, owner, id))).toMatchObject({ output: { a: '1' } });
  });

  test.each([
    ['the name of a secret', { a: 'x {{ boveda.key }}' }],
    ['what looks like one', { auth: { password: 'hunter2hunter2' } }],
  ])('refuses %s, everywhere', async (_, pinnedData) => {
    const nodes = [
      ...pinned(pinnedData).nodes,
      node('h', 'http.request', { url: 'https://example.com', headers: { 'x-key': '{{boveda.hidden}}' } }),
    ];
    const id = await create();
    const violation = refused(400, 'VALIDATION_FAILED', [{ rule: 'PINNED_SECRET' }]);
    expect(await call('POST', '', { name: 'New', nodes })).toMatchObject(violation);
    expect(await call('PATCH', `/${id}`, { nodes })).toMatchObject(violation);
    expect(await call('PUT', `/${id}/draft`, { nodes })).toMatchObject(violation);
    expect(await call('POST', '/validate', { nodes })).toMatchObject(violation);
  });

  test('may equal a secret by chance: a refusal would confirm a guess', async () => {
    await call('POST', '/secrets', { name: 'guessed', value: 'guessed-value' });
    const nodes = [
      ...pinned(['guessed-value', 'other']).nodes,
      node('h', 'http.request', { url: 'https://example.com', headers: { 'x-key': '{{boveda.guessed}}' } }),
    ];
    expect(await call('POST', '', { name: 'New', nodes })).toMatchObject({ status: 201 });
  });

  test('has a maximum size', async () => {
    expect(await call('POST', '', { name: 'New', ...pinned('x'.repeat(300_000)) })).toMatchObject(
      refused(400, 'VALIDATION_FAILED', [{ field: 'nodes[1].pinnedData' }]),
    );
  });
});

describe('unsaved content', () => {
  test('is validated as that of a flow is', async () => {
    const id = await create();
    const { status, body } = await call<Draft['validation']>('POST', '/validate', unfinished);
    expect(status).toBe(200);
    expect(body.data.issues.map(({ ruleId }) => ruleId)).toEqual(
      expect.arrayContaining(['NODE_TYPE_UNKNOWN', 'FIELD_REQUIRED']),
    );
    expect((await call('POST', '/validate', runnable())).body.data).toMatchObject({ valid: true, issues: [] });
    const orphan = await call<Draft['validation']>('POST', '/validate', { flowId: id, edges: [] });
    expect(orphan.body.data).toMatchObject({ valid: false, issues: [{ ruleId: 'NODE_ORPHAN', nodeId: 's' }] });
    expect((await call('GET', `/${id}`)).body.data).toMatchObject({ version: 1, ...runnable() });
    expect(await call('POST', '/validate', { nodes: 'x' })).toMatchObject({ status: 400 });
  });
});
