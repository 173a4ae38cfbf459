import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { quotaLimits, setLimits } from '../../../../src/contexts/accounts/quotas/index.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { type Ask, ask, type OwnOperation, payloadOf, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner, SeededFlow } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let stranger: Owner;
let flow: SeededFlow;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  stranger = await app.seed.owner();
  flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]), false);
}, 60_000);

afterAll(() => app.stop());

const operations = {
  list: ['GET P/state', documents.ListStateEntriesDocument],
  get: ['GET P/state/:key', documents.GetStateEntryDocument],
  set: ['PUT P/state/:key', documents.SetStateEntryDocument],
  remove: ['DELETE P/state/:key', documents.DeleteStateEntryDocument],
  clear: ['DELETE P/flows/:flowId/state', documents.ClearFlowStateDocument],
} satisfies Record<string, OwnOperation>;

describe.each(surfaces)('state over %s', (surface) => {
  const send = (operation: keyof typeof operations, request: Ask, as = owner) =>
    ask(app, surface, operations[operation], { as: as.token, workspaceId: as.workspaceId, ...request });
  const key = (name: string) => ({ key: `${surface} ${name}` });

  test('is set, read and deleted by its key, apart from that of a flow', async () => {
    const ids = key('a/ñ?&#%:…');
    const query = { flowId: (await app.seed.flow(owner, graph([node('start', 'trigger.manual')]), false)).id };
    expect(payloadOf(surface, await send('set', { ids, input: { value: { a: [1, null] } } }))).toMatchObject({
      ...ids,
      flowId: null,
      value: { a: [1, null] },
      version: 1,
      expiresAt: null,
    });
    expect((await send('set', { ids, query, input: { value: 'of the flow', ttlSeconds: 60 } })).code).toBeNull();
    expect(payloadOf(surface, await send('get', { ids }))).toMatchObject({ value: { a: [1, null] } });
    const ofFlow = await send('get', { ids, query });
    expect(payloadOf(surface, ofFlow)).toMatchObject({
      value: 'of the flow',
      flowId: query.flowId,
      expiresAt: expect.any(String),
    });
    expect((await send('remove', { ids })).code).toBeNull();
    expect((await send('remove', { ids })).code).toBe('NOT_FOUND');
    expect(payloadOf(surface, await send('clear', { ids: query }))).toEqual({ deleted: 1 });
  });

  test('is changed only where it has the expected value', async () => {
    const ids = key('cas');
    const set = async (input: object) => {
      const { status, code } = await send('set', { ids, input });
      return code ?? status;
    };
    expect(await set({ value: 1, expected: 0 })).toBe('CONFLICT');
    expect(await set({ value: 1, expected: null })).toBe(200);
    expect(await set({ value: 2, expected: null })).toBe('CONFLICT');
    expect(await set({ value: { b: 1, a: 2 }, expected: 1 })).toBe(200);
    expect(await set({ value: 3, expected: { a: 2, b: 1 } })).toBe(200);
    const { status } = await send('set', { ids, input: { value: 4, expected: 2 } });
    expect(status).toBe(409);
    expect(payloadOf(surface, await send('get', { ids }))).toMatchObject({ value: 3, version: 3 });
  });

  test('is listed by flow and by the beginning of its keys', async () => {
    const mine = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]), false);
    const query = { flowId: mine.id };
    for (const name of ['x:1', 'x:2', 'y%']) await send('set', { ids: { key: name }, query, input: { value: name } });
    const keysOf = async (filter: object) => {
      const page = payloadOf<{ items: { key: string }[] }>(
        surface,
        await send('list', { query: { ...filter, sortBy: 'key', sortOrder: 'asc' } }),
      );
      return page.items.map(({ key }) => key);
    };
    expect(await keysOf(query)).toEqual(['x:1', 'x:2', 'y%']);
    expect(await keysOf({ ...query, keyPrefix: 'x' })).toEqual(['x:1', 'x:2']);
    expect(await keysOf({ ...query, keyPrefix: '%' })).toEqual([]);
    expect(await keysOf({ flowId: 'none', keyPrefix: 'x:' })).toEqual([]);
  });

  test('of another workspace is not found', async () => {
    const ids = key('mine');
    await send('set', { ids, query: { flowId: flow.id }, input: { value: 1 } });
    const foreign = { ids, query: { flowId: flow.id } };
    for (const operation of ['get', 'remove'] as const)
      expect((await send(operation, foreign, stranger)).code ?? 'null').toMatch(/NOT_FOUND|null/);
    expect((await send('set', { ...foreign, input: { value: 2 } }, stranger)).code).toBe('NOT_FOUND');
    expect((await send('clear', { ids: { flowId: flow.id } }, stranger)).code).toBe('NOT_FOUND');
    const as = { as: stranger.token, workspaceId: owner.workspaceId };
    expect((await send('get', { ...foreign, ...as })).status).toBeGreaterThanOrEqual(403);
    expect(payloadOf(surface, await send('get', foreign))).toMatchObject({ value: 1 });
  });

  test.each([
    [{ key: 'a '.repeat(5) }, { value: 1 }, 'key'],
    [{ key: 'a'.repeat(201) }, { value: 1 }, 'key'],
    [{ key: 'large' }, { value: 'x'.repeat(64 * 1024) }, 'value'],
    [{ key: 'ttl' }, { value: 1, ttlSeconds: 0 }, 'ttlSeconds'],
  ])('refuses %j', async (ids, input, field) => {
    const { status, code, details } = await send('set', { ids, input });
    expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(details[0]?.field).toContain(field);
  });

  test('has no more entries than its quota', async () => {
    const limited = await app.seed.owner();
    await setLimits(app.services.db.pool, limited.workspaceId, { quotas: { stateEntries: 1 } });
    await app.services.get(quotaLimits).refresh();
    const set = async (name: string) => send('set', { ids: { key: name }, input: { value: 1 } }, limited);
    expect((await set('a')).code).toBeNull();
    expect(await set('b')).toMatchObject({ status: 413, code: 'QUOTA_EXCEEDED' });
    expect((await set('a')).code).toBeNull();
  });
});

test('a key that may only read flows reads the state, and changes nothing', async () => {
  const token = await app.seed.apiKey(owner, ['flows:read']);
  const P = `/workspaces/${owner.workspaceId}`;
  expect((await app.rest(`GET ${P}/state`, { as: token })).status).toBe(200);
  expect((await app.rest(`PUT ${P}/state/a`, { as: token, body: { value: 1 } })).status).toBe(403);
  expect((await app.rest(`DELETE ${P}/flows/${flow.id}/state`, { as: token })).status).toBe(403);
});
