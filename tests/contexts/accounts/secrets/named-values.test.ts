import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Ask, ask, payloadOf, type Surface, type SurfaceOperation, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { edge, node } from '../../../support/graphs.js';
import { nobody } from '../../../support/sample-args.js';
import type { Owner } from '../../../support/seed.js';

/** The behaviour that secrets and global variables share, over REST and GraphQL. */
interface Kind {
  what: string;
  list: SurfaceOperation;
  create: SurfaceOperation;
  find: SurfaceOperation;
  update: SurfaceOperation;
  remove: SurfaceOperation;
  id: string;
  /** The expression that reads it. */
  root: string;
}

const kinds: Kind[] = [
  {
    what: 'secrets',
    list: 'listSecrets',
    create: 'createSecret',
    find: 'findSecret',
    update: 'updateSecret',
    remove: 'deleteSecret',
    id: 'secretId',
    root: 'boveda',
  },
  {
    what: 'global variables',
    list: 'listGlobalVariables',
    create: 'createGlobalVariable',
    find: 'findGlobalVariable',
    update: 'updateGlobalVariable',
    remove: 'deleteGlobalVariable',
    id: 'varId',
    root: 'globalVars',
  },
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe.each(surfaces.flatMap((surface) => kinds.map((kind) => [kind.what, surface, kind] as const)))(
  '%s over %s',
  (_what, surface: Surface, { list, create, find, update, remove, id, root }) => {
    let owner: Owner;
    const send = (operation: SurfaceOperation, request: Omit<Ask, 'workspaceId'> = {}) =>
      ask(app, surface, operation, { as: owner.token, workspaceId: owner.workspaceId, ...request });
    const made = async (name: string, more: object = {}) =>
      payloadOf<{ id: string }>(surface, await send(create, { input: { name, value: 'a value of theirs', ...more } }))
        .id;

    beforeAll(async () => {
      owner = await app.seed.owner();
    });

    test('are created, read, updated and deleted', async () => {
      const input = { name: 'first_One', value: 'value of the first', description: 'What it is for' };
      const created = await send(create, { input });
      expect(created.status).toBe(surface === 'REST' ? 201 : 200);
      const record = payloadOf<{ id: string }>(surface, created);
      expect(record).toMatchObject({ name: 'first_One', description: 'What it is for' });
      const ids = { [id]: record.id };
      const changed = await send(update, { ids, input: { name: 'renamed', value: 'another value' } });
      expect(payloadOf(surface, changed)).toMatchObject({ name: 'renamed', description: 'What it is for' });
      expect(payloadOf(surface, await send(find, { ids }))).toMatchObject({ name: 'renamed', usedBy: [] });
      expect(payloadOf(surface, await send(remove, { ids }))).toEqual({ id: record.id });
      expect((await send(find, { ids })).code).toBe('NOT_FOUND');
      expect((await send(remove, { ids })).code).toBe('NOT_FOUND');
    });

    test('have unique names, which are identifiers', async () => {
      await made('taken');
      expect(await send(create, { input: { name: 'taken', value: 'x' } })).toMatchObject({
        status: 409,
        code: 'NAME_TAKEN',
      });
      const other = await made('other');
      expect(await send(update, { ids: { [id]: other }, input: { name: 'taken' } })).toMatchObject({
        status: 409,
        code: 'NAME_TAKEN',
      });
      for (const [input, field] of [
        [{ value: 'x' }, 'name'],
        [{ name: '1st', value: 'x' }, 'name'],
        [{ name: 'with-hyphen', value: 'x' }, 'name'],
        [{ name: 'x'.repeat(101), value: 'x' }, 'name'],
        [{ name: 'fine', value: null }, 'value'],
        [{ name: 'fine', value: 'x'.repeat(65_537) }, 'value'],
        [{ name: 'fine', value: 'x', colour: 'red' }, 'colour'],
      ] as const) {
        const answer = await send(create, { input });
        expect([answer.status, answer.code, JSON.stringify(answer.details)]).toEqual([
          400,
          'VALIDATION_FAILED',
          expect.stringContaining(field),
        ]);
      }
      expect((await send(update, { ids: { [id]: other }, input: { name: null } })).code).toBe('VALIDATION_FAILED');
      expect((await send(update, { ids: { [id]: nobody }, input: { nothing: 1 } })).code).toBe('NOT_FOUND');
    });

    test('are listed in pages, sorted and searched', async () => {
      for (const name of ['page_b', 'page_a', 'page_c']) await made(name);
      const query = { search: 'PAGE_', sortBy: 'name', sortOrder: 'asc', limit: 2 };
      const page = payloadOf(surface, await send(list, { query }));
      expect(page).toMatchObject({
        items: [{ name: 'page_a' }, { name: 'page_b' }],
        pagination: { page: 1, limit: 2, total: 3, totalPages: 2, nextCursor: expect.any(String) },
      });
      expect(payloadOf(surface, await send(list, { query: { search: '%' } }))).toMatchObject({ items: [] });
      expect((await send(list, { query: { sortBy: 'value' } })).code).toBe('VALIDATION_FAILED');
    });

    test('list the flows that currently use them', async () => {
      const ids = { [id]: await made('used') };
      const get = { method: 'GET', url: 'https://example.com' };
      const step = (text: string) => ({
        nodes: [node('t', 'trigger.manual'), node('s', 'http.request', { ...get, headers: { x: text } })],
        edges: [edge('t>s')],
      });
      const flow = await app.seed.flow(owner, { name: 'User', ...step(`Bearer {{ ${root}.used }}`) });
      expect(payloadOf(surface, await send(find, { ids }))).toMatchObject({
        usedBy: [{ id: flow.id, name: 'User', isActive: true }],
      });
      const path = `/workspaces/${owner.workspaceId}/flows/${flow.id}`;
      await app.rest(`PATCH ${path}`, { as: owner.token, body: step('nothing') });
      expect(payloadOf(surface, await send(find, { ids }))).toMatchObject({ usedBy: [] });
      await app.rest(`PATCH ${path}`, { as: owner.token, body: step(`{{ ${root}["used"] + "x" }}`) });
      expect(payloadOf(surface, await send(find, { ids }))).toMatchObject({ usedBy: [{ id: flow.id }] });
      await app.rest(`DELETE ${path}`, { as: owner.token });
      expect(payloadOf(surface, await send(find, { ids }))).toMatchObject({ usedBy: [] });
    });

    test('of another workspace are not found', async () => {
      const stranger = await app.seed.owner();
      const ids = { [id]: await made('hidden') };
      const as = stranger.token;
      const { workspaceId } = stranger;
      for (const [operation, input] of [
        [find, undefined],
        [update, { name: 'mine' }],
        [remove, undefined],
      ] as const) {
        const answer = await ask(app, surface, operation, { as, workspaceId, ids, ...(input && { input }) });
        expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
      }
    });
  },
);
