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

interface FolderBody {
  id: string;
  name: string;
  parentId: string | null;
  flowCount: number;
}

function call(method: string, path: string, body?: unknown, as = owner.token) {
  return app.rest(`${method} /workspaces/${owner.workspaceId}/flows${path}`, { as, body });
}

async function create(name: string, parentId?: string | null): Promise<string> {
  const { body } = await call('POST', '/folders', { name, ...(parentId !== undefined && { parentId }) });
  return (body.data as FolderBody).id;
}

async function all(): Promise<FolderBody[]> {
  return (await call('GET', '/folders?limit=100')).body.data;
}

const unknownId = '0197a1b2-0000-7000-8000-000000000000';

describe('folders', () => {
  test('are created at the top level or in another folder', async () => {
    const { status, body } = await call('POST', '/folders', { name: 'Top' });
    expect(status).toBe(201);
    const top = body.data as FolderBody;
    expect(top).toEqual({
      id: expect.any(String),
      workspaceId: owner.workspaceId,
      name: 'Top',
      parentId: null,
      flowCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const inner = await call('POST', '/folders', { name: 'Inner', parentId: top.id });
    expect(inner.body.data).toMatchObject({ name: 'Inner', parentId: top.id });
  });

  test('are refused with a bad name, an unknown parent or an unknown field', async () => {
    for (const [body, field] of [
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ name: 'A', parentId: unknownId }, 'parentId'],
      [{ name: 'A', parentId: 'nonsense' }, 'parentId'],
      [{ name: 'A', colour: 'red' }, 'colour'],
    ] as const) {
      const answer = await call('POST', '/folders', body);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(JSON.stringify(answer.body.error.details)).toContain(field);
    }
  });

  test('are listed in pages with the number of their flows', async () => {
    const parent = await create('Counted');
    const inner = await create('Counted inside', parent);
    for (const folderId of [parent, parent, inner]) await app.seed.flow(owner, { folderId }, false);
    const { body } = await call('GET', '/folders?search=counted&sortBy=name&sortOrder=asc&limit=1');
    expect(body.data).toEqual([expect.objectContaining({ id: parent, flowCount: 2 })]);
    expect(body.pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2, nextCursor: expect.any(String) });
    expect((await call('GET', `/folders?parentId=${parent}`)).body.data).toEqual([
      expect.objectContaining({ id: inner, flowCount: 1 }),
    ]);
    expect((await call('GET', '/folders?parentId=nonsense')).status).toBe(400);
  });

  test('are renamed and moved; fields that are not sent stay unchanged', async () => {
    const target = await create('Target');
    const folder = await create('Old name');
    const renamed = await call('PATCH', `/folders/${folder}`, { name: 'New name' });
    expect(renamed.body.data).toMatchObject({ name: 'New name', parentId: null });
    const moved = await call('PATCH', `/folders/${folder}`, { parentId: target });
    expect(moved.body.data).toMatchObject({ name: 'New name', parentId: target });
    expect((await call('PATCH', `/folders/${folder}`, { parentId: null })).body.data).toMatchObject({ parentId: null });
    expect((await call('PATCH', `/folders/${folder}`, { name: null })).status).toBe(400);
    expect((await call('PATCH', `/folders/${folder}`, { parentId: unknownId })).status).toBe(400);
    expect((await call('PATCH', `/folders/${unknownId}`, { name: '' })).status).toBe(404);
  });

  test('cannot be moved into themselves or their subfolders', async () => {
    const a = await create('A');
    const b = await create('B', a);
    const c = await create('C', b);
    for (const parentId of [a, b, c]) {
      const { status, body } = await call('PATCH', `/folders/${a}`, { parentId });
      expect([status, body.error.code, body.error.details?.[0]?.field]).toEqual([400, 'VALIDATION_FAILED', 'parentId']);
    }
  });

  test('form no cycle by concurrent moves', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b, c] = [await create('A'), await create('B'), await create('C')];
      const moves = [
        [a, b],
        [b, c],
        [c, a],
      ];
      const answers = await Promise.all(
        moves.map(([folder, parentId]) => call('PATCH', `/folders/${folder}`, { parentId })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    }
  });

  test('move their flows and subfolders to their parent when they are deleted', async () => {
    const outer = await create('Outer');
    const middle = await create('Middle', outer);
    const inner = await create('Inner', middle);
    const flow = await app.seed.flow(owner, { folderId: middle, tags: ['kept'] }, false);
    const { status, body } = await call('DELETE', `/folders/${middle}`);
    expect([status, body]).toEqual([200, { success: true, data: { id: middle } }]);
    expect((await all()).find(({ id }) => id === inner)).toMatchObject({ parentId: outer });
    expect((await call('GET', `/${flow.id}`)).body.data).toMatchObject({ folderId: outer, version: 2, tags: ['kept'] });
    await call('DELETE', `/folders/${outer}`);
    expect((await call('GET', `/${flow.id}`)).body.data).toMatchObject({ folderId: null, version: 3 });
    expect((await call('DELETE', `/folders/${outer}`)).status).toBe(404);
  });

  test('contain no flow after they are deleted, also with concurrent writes', async () => {
    for (let round = 0; round < 5; round++) {
      const folderId = await create('Doomed');
      const flows = Array.from({ length: 6 }, () => call('POST', '', { name: 'Racing', folderId }));
      const [deleted, ...created] = await Promise.all([call('DELETE', `/folders/${folderId}`), ...flows]);
      expect(deleted.status).toBe(200);
      for (const { status, body } of created) {
        if (status === 400) expect(body.error.details?.[0]?.field).toBe('folderId');
        else
          expect((await call('GET', `/${(body.data as FolderBody).id}`)).body.data).toMatchObject({ folderId: null });
      }
    }
  });

  test('are read with flows:read, changed with flows:write, and not found from another workspace', async () => {
    const folder = await create('Guarded');
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    expect((await call('GET', '/folders', undefined, reader)).status).toBe(200);
    expect((await call('POST', '/folders', { name: 'A' }, reader)).status).toBe(403);
    expect((await call('DELETE', `/folders/${folder}`, undefined, reader)).status).toBe(403);
    const stranger = await app.seed.owner();
    const path = `DELETE /workspaces/${stranger.workspaceId}/flows/folders/${folder}`;
    expect((await app.rest(path, { as: stranger.token })).status).toBe(404);
  });
});
