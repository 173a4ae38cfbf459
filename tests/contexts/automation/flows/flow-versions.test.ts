import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

const set = (value: string) => node('s', 'data.set', { assignments: [{ name: 'a', value }] });
const runnable = (value = '1') => graph([node('t', 'trigger.manual'), set(value)], 't>s');

interface Body {
  id: string;
  version: number;
  [field: string]: unknown;
}

async function call(method: string, path: string, body?: unknown) {
  return app.rest(`${method} /workspaces/${owner.workspaceId}/flows${path}`, { as: owner.token, body });
}

async function create(body: object = {}): Promise<Body> {
  return (await call('POST', '', { name: 'One', ...runnable(), ...body })).body.data as Body;
}

describe('the versions of a flow', () => {
  test('are listed in pages, newest first, without their graphs', async () => {
    const { id } = await create();
    for (const name of ['Two', 'Three']) await call('PATCH', `/${id}`, { name });
    const { status, body } = await call('GET', `/${id}/versions?limit=2`);
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, nextCursor: expect.any(String) });
    const versions = body.data as Body[];
    expect(versions.map(({ version, name }) => [version, name])).toEqual([
      [3, 'Three'],
      [2, 'Two'],
    ]);
    expect(versions[0]).toEqual({
      flowId: id,
      workspaceId: owner.workspaceId,
      version: 3,
      name: 'Three',
      description: '',
      settings: expect.objectContaining({ timeout: 300 }),
      tags: [],
      folderId: null,
      createdBy: expect.any(String),
      message: null,
      createdAt: expect.any(String),
    });
    const oldest = await call('GET', `/${id}/versions?sortOrder=asc&page=2&limit=2`);
    expect((oldest.body.data as Body[]).map(({ version }) => version)).toEqual([3]);
    expect((await call('GET', `/${id}/versions?sortBy=name`)).body.error.details?.[0]?.message).toContain('version');
  });

  test('are read with their graphs; an unknown version is 404', async () => {
    const { id } = await create();
    await call('PATCH', `/${id}`, runnable('2'));
    const first = await call('GET', `/${id}/versions/1`);
    expect(first.body.data).toMatchObject({ flowId: id, version: 1, ...runnable('1'), variables: [] });
    for (const path of [
      `/${id}/versions/3`,
      `/${id}/versions/0`,
      `/${id}/versions/one`,
      `/${id}/versions/99999999999`,
    ]) {
      const { status, body } = await call('GET', path);
      expect([status, body.error.message]).toEqual([404, expect.stringContaining('Version not found')]);
    }
    expect((await call('GET', '/nonsense/versions/1')).status).toBe(404);
    expect((await call('GET', '/nonsense/versions')).status).toBe(404);
  });

  test('are compared with the previous version, or with any other', async () => {
    const { id } = await create();
    await call('PATCH', `/${id}`, runnable('2'));
    await call('PATCH', `/${id}`, { name: 'Three' });
    const last = (await call('GET', `/${id}/versions/3/diff`)).body.data;
    expect(last).toMatchObject({ version: 3, against: 2, fields: [{ field: 'name', before: 'One', after: 'Three' }] });
    const { body } = await call('GET', `/${id}/versions/3/diff?against=1`);
    const changed = [
      {
        id: 's',
        fields: [
          { field: 'data.assignments', before: [{ name: 'a', value: '1' }], after: [{ name: 'a', value: '2' }] },
        ],
      },
    ];
    expect(body.data).toMatchObject({
      against: 1,
      fields: [{ field: 'name' }],
      nodes: { added: [], removed: [], changed },
    });
    const fromNothing = (await call('GET', `/${id}/versions/1/diff`)).body.data;
    expect(fromNothing).toMatchObject({
      against: 0,
      nodes: { added: runnable().nodes },
      edges: { added: runnable().edges },
    });
    expect((await call('GET', `/${id}/versions/3/diff?against=9`)).status).toBe(404);
    expect((await call('GET', `/${id}/versions/3/diff?against=x`)).body.error.details).toEqual([
      expect.objectContaining({ field: 'against' }),
    ]);
  });
});

describe('restoring a version', () => {
  test('stores its content as a new version', async () => {
    const flow = await create({ tags: ['a'] });
    await call('PATCH', `/${flow.id}`, { name: 'Two', tags: [], settings: { timeout: 9 }, ...runnable('2') });
    const { status, body } = await call('POST', `/${flow.id}/versions/1/restore`);
    expect(status).toBe(200);
    const { updatedAt: _, ...before } = flow;
    expect(body.data).toMatchObject({ ...before, version: 3 });
    expect((await call('GET', `/${flow.id}`)).body.data).toEqual(body.data);
  });

  test('changes nothing if the flow has the same content', async () => {
    const flow = await create();
    expect((await call('POST', `/${flow.id}/versions/1/restore`, {})).body.data).toEqual(flow);
  });

  test('restores a webhook trigger, with a new token', async () => {
    const flow = await create(graph([node('t', 'trigger.webhook'), node('s', 'logic.stop')], 't>s'));
    await call('PATCH', `/${flow.id}`, { settings: { triggerType: 'manual' } });
    const { body } = await call('POST', `/${flow.id}/versions/1/restore`);
    expect(body.data).toMatchObject({ settings: { triggerType: 'webhook' }, webhookToken: expect.any(String) });
    expect((body.data as Body).webhookToken).not.toBe(flow.webhookToken);
  });

  test('is refused for an active flow that would become invalid', async () => {
    const { id } = await create({ nodes: [], edges: [] });
    await call('PATCH', `/${id}`, { ...runnable(), isActive: true });
    const { status, body } = await call('POST', `/${id}/versions/1/restore`);
    expect([status, body.error.code]).toEqual([400, 'FLOW_INVALID']);
    expect((await call('GET', `/${id}`)).body.data).toMatchObject({ version: 2, isActive: true });
  });

  test('keeps the current folder if the old one was deleted', async () => {
    const folder = (await call('POST', '/folders', { name: 'F' })).body.data as Body;
    const { id } = await create({ folderId: folder.id });
    await call('PATCH', `/${id}`, { name: 'Two' });
    await call('DELETE', `/folders/${folder.id}`);
    const { status, body } = await call('POST', `/${id}/versions/1/restore`);
    expect([status, body.data]).toEqual([200, expect.objectContaining({ name: 'One', folderId: null })]);
  });

  test('with an outdated expectedVersion is 409', async () => {
    const { id } = await create();
    await call('PATCH', `/${id}`, { name: 'Two' });
    const { status, body } = await call('POST', `/${id}/versions/1/restore`, { expectedVersion: 1 });
    expect([status, body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await call('POST', `/${id}/versions/9/restore`)).status).toBe(404);
  });
});
