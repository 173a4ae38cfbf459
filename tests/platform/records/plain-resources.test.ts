import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/app.js';
import type { Owner } from '../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: unknown) =>
  app.rest(`${method} /workspaces/${owner.workspaceId}/flows${path}`, { as: owner.token, body });
const made = async (path: string, body: object) => ((await call('POST', path, body)).body.data as { id: string }).id;
const names = async (path: string) =>
  ((await call('GET', path)).body.data as { name: string }[]).map(({ name }) => name).sort();

describe('a list with a filter that accepts none', () => {
  test('contains the rows without a value, those with one, or all', async () => {
    const flow = await app.seed.flow(owner, {}, false);
    await made('/secrets', { name: 'of_all', value: 'x' });
    await made('/secrets', { name: 'of_one', value: 'x', flowId: flow.id });
    expect(await names('/secrets?flowId=none')).toEqual(['of_all']);
    expect(await names(`/secrets?flowId=${flow.id}`)).toEqual(['of_one']);
    expect(await names('/secrets?flowId=')).toEqual(['of_all', 'of_one']);
    const outer = await made('/folders', { name: 'Outer' });
    await made('/folders', { name: 'Inner', parentId: outer });
    expect(await names('/folders?parentId=none')).toEqual(['Outer']);
    expect(await names(`/folders?parentId=${outer}`)).toEqual(['Inner']);
  });

  test('reports a value that is neither an ID nor none, together with all other violations', async () => {
    for (const [path, field] of [
      ['/secrets', 'flowId'],
      ['/folders', 'parentId'],
    ]) {
      const { status, body } = await call('GET', `${path}?${field}=nobody&limit=0`);
      const fields = body.error.details?.map((detail: { field?: string }) => detail.field).sort();
      expect([status, fields]).toEqual([400, [field, 'limit'].sort()]);
    }
  });
});

test('a search finds names and descriptions by any part of them, and % literally', async () => {
  await made('/global-vars', { name: 'searched_one', value: 'x', description: '100% of it' });
  await made('/global-vars', { name: 'other_one', value: '100% hidden' });
  expect(await names('/global-vars?search=rched_o')).toEqual(['searched_one']);
  expect(await names('/global-vars?search=0%25')).toEqual(['searched_one']);
});

test('computed fields resolve without other requested fields', async () => {
  const secretId = await made('/secrets', { name: 'alone', value: 'a value that is long' });
  const varId = await made('/global-vars', { name: 'alone', value: 'x' });
  const folderId = await made('/folders', { name: 'Alone' });
  const inner = await made('/folders', { name: 'Inside', parentId: folderId });
  const { data, errors } = await app.graphql(
    `query ($workspaceId: ID!, $secretId: ID!, $varId: ID!, $inner: ID!) {
      workspace(id: $workspaceId) {
        secret(id: $secretId) { maskedValue usedBy { name } }
        globalVariable(id: $varId) { usedBy { name } }
        folder(id: $inner) { flowCount parent { name flowCount } }
      }
    }`,
    { workspaceId: owner.workspaceId, secretId, varId, inner },
    owner.token,
  );
  expect(errors).toBeUndefined();
  expect(data?.workspace).toEqual({
    secret: { maskedValue: '••••long', usedBy: [] },
    globalVariable: { usedBy: [] },
    folder: { flowCount: 0, parent: { name: 'Alone', flowCount: 0 } },
  });
});

test('a secret that is updated without a value keeps its value', async () => {
  const id = await made('/secrets', { name: 'kept', value: 'a value that stays' });
  const encrypted = async () =>
    (await app.services.db.pool.query('select encrypted_value from secrets where id = $1', [id])).rows[0]
      .encrypted_value;
  const before = await encrypted();
  const { body } = await call('PATCH', `/secrets/${id}`, { description: 'Only this' });
  expect(body.data).toMatchObject({ description: 'Only this', preview: 'tays' });
  expect(await encrypted()).toBe(before);
});
