import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Request, Response } from 'express';
import fc from 'fast-check';
import { parse } from 'graphql';
import { deprecated, readDeprecation } from '../../src/platform/graphql/deprecated.js';
import { createExecutor } from '../../src/platform/graphql/executor.js';
import { type MountedRoute, moduleRouters } from '../../src/rest/module-routers.js';
import { mountRoutes } from '../../src/rest/mount-routes.js';
import { joinTables, type RouteTable, route } from '../../src/rest/route.js';
import { parseRouteKey } from '../../src/rest/route-key.js';
import { buildSampleSchema } from './sample-graph.js';
import { sampleTables } from './sample-routes.js';
import { ask, type SampleServer, startSample } from './sample-server.js';

describe('finding a route', () => {
  let sample: SampleServer;
  beforeAll(async () => {
    sample = await startSample();
  });
  afterAll(() => sample.close());

  test('a fixed segment takes precedence over a parameter, in any order of the routes', async () => {
    expect((await sample.ask('GET', '/flows/folders')).body.data).toEqual({ id: 'root' });
    expect((await sample.ask('GET', '/flows/f1')).body.data.name).toBe('Welcome');
    expect((await sample.ask('GET', '/flows/folders/x')).body.data.id).toBe('x');
  });

  test('a fixed segment is never read as an ID, regardless of the method and the rest of the path', async () => {
    const wrongMethod = await sample.ask('POST', '/flows/folders/trigger');
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await sample.ask('POST', '/flows/runs/trigger')).status).toBe(404);
  });

  test('a known path with another method is 405 with the allowed methods', async () => {
    const answer = await sample.ask('DELETE', '/flows');
    expect([answer.status, answer.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
  });

  test('the last parameter of a route with a tail takes the rest of the path', async () => {
    const find = finderOf([['POST /run', 'POST /run/:rest']], ['POST /run/:rest']);
    const paths = ['/run', '/run/', '/run/a', '/run/a/b%20c/', '/run/a//b', '/run//', '/run/%ff', '/other/a', '/Run'];
    expect(await Promise.all(paths.map((path) => find('POST', path)))).toEqual([
      ['POST /run'],
      ['POST /run'],
      ['POST /run/:rest', 'a'],
      ['POST /run/:rest', 'a/b c'],
      ['POST /run/:rest', 'a//b'],
      null,
      null,
      null,
      null,
    ]);
  });

  test('a word of one module is no parameter of another one, in any order of the modules', async () => {
    const modules = [['GET /w/:id/flows/:flowId', 'POST /w/:id/flows/:flowId/run'], ['GET /w/:id/flows/tools/:name']];
    for (const ordered of [modules, modules.toReversed()]) {
      const find = finderOf(ordered);
      expect(await find('GET', '/w/1/flows/2')).toEqual(['GET /w/:id/flows/:flowId', '1', '2']);
      expect(await find('GET', '/w/1/flows/tools/run')).toEqual(['GET /w/:id/flows/tools/:name', '1', 'run']);
      expect(await find('GET', '/w/1/flows/tools')).toBeNull();
    }
  });

  test('an unknown route is 404 in the envelope, with and without a credential', async () => {
    for (const authorization of ['owner', 'none']) {
      const { status, body } = await ask('GET', `${sample.url}/nothing/here`, { headers: { authorization } });
      expect([status, body.success, body.error.code]).toEqual([404, false, 'NOT_FOUND']);
    }
    expect((await ask('POST', `${sample.url}/`)).status).toBe(404);
    expect((await ask('GET', `${sample.url}/workspaces`)).status).toBe(404);
  });

  test('an unknown route in which one word is misspelled names the one that was meant', async () => {
    const messageOf = async (path: string) => (await ask('GET', sample.url + path)).body.error.message;
    const unknown = 'Path not found. See /docs for all routes.';
    expect(await messageOf('/workspaces/7/flowz')).toBe(
      'Path not found. Did you mean "/workspaces/{workspaceId}/flows"? See /docs for all routes.',
    );
    expect(await messageOf('/workspaces/7/flwos/8')).toContain(
      'Did you mean "/workspaces/{workspaceId}/flows/{flowId}"?',
    );
    expect(await messageOf('/rate')).toContain('Did you mean "/rates"?');
    expect(await messageOf('/workspaces/7/nothing')).toBe(unknown);
    expect(await messageOf('/workspace/7/flowz')).toBe(unknown);
    expect(await messageOf(`/workspaces/${'7'.repeat(500)}/flowz`)).toBe(unknown);
  });

  test('one trailing slash is ignored, an empty segment is not', async () => {
    expect((await sample.ask('GET', '/flows/')).status).toBe(200);
    expect((await sample.ask('GET', '//flows')).status).toBe(404);
    expect((await sample.ask('GET', '/flows//')).status).toBe(404);
  });

  test('an answer to what is deprecated says since when, until when and where that is documented', async () => {
    const of = ({ headers }: { headers: Headers }) =>
      ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
    const link = '<http://sample.test/docs>; rel="deprecation"; type="text/html"';
    const soon = ['@1796083200', 'Wed, 01 Dec 2027 00:00:00 GMT', link];
    expect(of(await sample.ask('POST', '/flows/runs/r1/cancel'))).toEqual(soon);
    expect(of(await sample.ask('POST', '/flows/runs/r1/cancel', { headers: { authorization: 'viewer' } }))).toEqual(
      soon,
    );
    const page = of(await sample.ask('GET', '/flows/old'));
    expect(page.slice(0, 2)).toEqual(['@1793491200', 'Sat, 01 Jan 2028 00:00:00 GMT']);
    expect(page[2]).toMatch(/rel="deprecation".*rel="first".*rel="next"/);
    expect(of(await sample.ask('GET', '/flows?query=a')).slice(0, 2)).toEqual(soon.slice(0, 2));
    expect(of(await sample.ask('GET', '/flows?search=a')).slice(0, 2)).toEqual([null, null]);
    expect(of(await sample.ask('POST', '/flows', { body: { name: 'a', label: 'b' } }))).toEqual(soon);
    expect(of(await sample.ask('POST', '/flows', { body: { name: 'a' } }))).toEqual([null, null, null]);
  });

  test.each([
    [{ since: '2026-12-01', sunset: '2027-11-30', instead: 'Use `a`.' }, 'at least twelve months after 2026-12-01'],
    [{ since: '2026-02-30', sunset: '2027-12-01', instead: 'Use `a`.' }, '2026-02-30 must be a day'],
    [{ since: '2026-12-01', sunset: 'later', instead: 'Use `a`.' }, 'later must be a day'],
  ])('a deprecation must be declared with dates: %j', (deprecation, message) => {
    expect(() => deprecated(deprecation)).toThrow(message);
  });

  test('a deprecation is read from the reason in the schema, which must be declared like all others', () => {
    const deprecation = { since: '2026-12-01', sunset: '2027-12-01', instead: 'Use `a`.\nOr `b`.' };
    expect(readDeprecation(deprecated(deprecation).deprecationReason)).toEqual(deprecation);
    expect(readDeprecation(undefined)).toBeNull();
    expect(() => readDeprecation('No longer supported')).toThrow('must be declared with deprecated(');
  });

  test('parameters are decoded, and an invalid encoding matches nothing', async () => {
    expect((await sample.ask('GET', '/flows/folders/a%2Fb%20c')).body.data.id).toBe('a/b c');
    expect((await sample.ask('GET', '/flows/folders/%E0%A4%A')).status).toBe(404);
  });

  test('HEAD responds like GET without a body', async () => {
    const get = await fetch(`${sample.url}/rates`);
    const head = await fetch(`${sample.url}/rates`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String((await get.text()).length));
    expect(await head.text()).toBe('');
  });

  test('OPTIONS lists the methods', async () => {
    const answer = await fetch(`${sample.url}/rates`, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

describe('all paths', () => {
  const texts = sampleTables.map((table) => Object.keys(table));
  const find = finderOf(texts);

  test('every route is found by its own path with any values in it', async () => {
    // Words that no fixed segment of the sample uses.
    const value = fc.stringMatching(/^[a-zA-Z0-9_~ %/?é-]{1,20}$/).map((text) => `v${text}`);
    const four = fc.array(value, { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts.flat()), four, async (text, values) => {
        let used = 0;
        const { method, path } = parseRouteKey(text);
        const found = await find(
          method,
          path.replace(/:\w+/g, () => encodeURIComponent(values[used++] ?? '')),
        );
        expect(found).toEqual([text, ...values.slice(0, used)]);
      }),
    );
  });

  test('no text makes it throw', async () => {
    const text = fc.string({ unit: 'binary' });
    await fc.assert(fc.asyncProperty(text, async (path) => void (await find('GET', `/workspaces/${path}`))));
  });
});

/** Finds the route of a request, and the values of its parameters. @param tails the routes with a tail */
function finderOf(modules: readonly (readonly string[])[], tails: readonly string[] = []) {
  const found = new WeakMap<object, string[]>();
  const mounted = (text: string): MountedRoute => ({
    key: parseRouteKey(text),
    hasTail: tails.includes(text),
    answer: async (values, request, response) => {
      found.set(request, [text, ...values]);
      (response as unknown as { done(): void }).done();
    },
  });
  const routers = moduleRouters(modules.map((texts) => texts.map(mounted)));
  return async (method: string, url: string) => {
    const request = { method, url, path: url.split('?')[0] } as unknown as Request;
    await new Promise<void>((done) => routers(request, { done } as unknown as Response, () => done()));
    return found.get(request) ?? null;
  };
}

describe('starting', () => {
  const schema = buildSampleSchema();
  const { prepare } = createExecutor(schema, {});
  const publicUrl = 'http://sample.test';
  const createContext = () => Promise.reject(new Error('not asked'));
  const mount = (...tables: RouteTable[]) => mountRoutes({ tables, schema, prepare, createContext, publicUrl });
  const row = (text: string) => route({ operation: parse(text), summary: 'A row', data: (result) => result });
  const workspace = row('query One($workspaceId: ID!) { workspace(id: $workspaceId) { id } }');

  test.each<[string, RouteTable, RegExp]>([
    ['an operation that does not fit the schema', { 'GET /x': row('query X { nothing }') }, /GET \/x.*nothing/],
    ['a path that the operation leaves unused', { 'GET /w/:id': workspace }, /GET \/w\/:id.*\$id/],
    ['a key that is no method and path', { 'FETCH x': workspace }, /METHOD \/path/],
    ['a parameter named twice', { 'GET /:id/:id': workspace }, /twice/],
    [
      'a body on a method without one',
      {
        'GET /k/:workspaceId': row(
          'mutation K($workspaceId: ID!, $input: KeyInput!) { createKey(workspaceId: $workspaceId, input: $input) { id } }',
        ),
      },
      /no body/,
    ],
  ])('refuses %s', (_what, table, message) => {
    expect(() => mount(table)).toThrow(message);
  });

  test('rejects two routes with one path, regardless of parameter names', () => {
    const other = { ...workspace, variables: () => ({}) };
    expect(() => mount({ 'GET /w/:workspaceId': workspace }, { 'GET /w/:id': other })).toThrow(/GET \/w\/:id.*already/);
    expect(() => joinTables([{ 'GET /w': workspace }, { 'GET /w': other }])).toThrow(/GET \/w.*already/);
  });

  test('rejects routes of one path in two modules or with other parameter names, as one router answers 405', () => {
    const other = { ...workspace, variables: () => ({}) };
    const first = { 'GET /w/:workspaceId': workspace };
    expect(() => mount(first, { 'DELETE /w/:workspaceId': other })).toThrow(/DELETE.*Another module/);
    expect(() => mount({ ...first, 'DELETE /w/:id': other })).toThrow(/DELETE.*names its parameters otherwise/);
  });
});
