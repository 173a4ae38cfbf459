import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'graphql';
import { deprecated, readDeprecation } from '../../src/platform/graphql/deprecated.js';
import { createExecutor } from '../../src/platform/graphql/executor.js';
import { mountRoutes } from '../../src/rest/mount-routes.js';
import { type RouteTable, route } from '../../src/rest/route.js';
import { parseRouteKey } from '../../src/rest/route-key.js';
import { RouteTree } from '../../src/rest/route-tree.js';
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

  test('the last parameter of a route with a tail takes the rest of the path', () => {
    const tree = new RouteTree<string>();
    tree.add(parseRouteKey('POST /run'), 'plain');
    tree.add(parseRouteKey('POST /run/:rest'), 'tail', true);
    const found = ['/run', '/run/', '/run/a', '/run/a/b%20c/', '/run/%ff', '/other/a'].map((path) => {
      const match = tree.find(path);
      return match && [match.byMethod.get('POST'), ...match.values];
    });
    expect(found).toEqual([['plain'], ['plain'], ['tail', 'a'], ['tail', 'a/b c'], null, null]);
  });

  test('an unknown route is 404 in the envelope, with and without a credential', async () => {
    for (const authorization of ['owner', 'none']) {
      const { status, body } = await ask('GET', `${sample.url}/nothing/here`, { headers: { authorization } });
      expect([status, body.success, body.error.code]).toEqual([404, false, 'NOT_FOUND']);
    }
    expect((await ask('POST', `${sample.url}/`)).status).toBe(404);
    expect((await ask('GET', `${sample.url}/workspaces`)).status).toBe(404);
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

describe('the tree of paths', () => {
  const keys = sampleTables.flatMap((table) => Object.keys(table)).map(parseRouteKey);
  const tree = new RouteTree<string>();
  for (const key of keys) tree.add(key, key.path);

  test('every route is found by its own path with any values in it', () => {
    // Words that no fixed segment of the sample uses.
    const value = fc.stringMatching(/^[a-zA-Z0-9_~ %/?é-]{1,20}$/).map((text) => `v${text}`);
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.array(value, { minLength: 4, maxLength: 4 }), (key, values) => {
        let used = 0;
        const path = key.path.replace(/:\w+/g, () => encodeURIComponent(values[used++] ?? ''));
        const match = tree.find(path);
        expect(match?.byMethod.get(key.method)).toBe(key.path);
        expect(match?.values).toEqual(values.slice(0, used));
      }),
    );
  });

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void tree.find(text)));
  });
});

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
  });
});
