import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createOutbound, type Outbound } from '../../src/platform/outbound/index.js';
import { type Answering, type LoopbackServer, startLoopbackServer } from '../platform/outbound/loopback-server.js';
import { refusedFields, runNode } from './run-node.js';

/** A list of 7 entries in pages of 3. */
const entries = [1, 2, 3, 4, 5, 6, 7];
const pageAt = (from: number) => entries.slice(from, from + 3);
const queryOf = (url: string) => new URL(url, 'http://x').searchParams;
const send = (response: Parameters<Answering>[1], body: unknown, headers = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const routes: Record<string, Answering> = {
  '/by-header': ({ url }, response) => {
    const from = Number(queryOf(url).get('from') ?? 0);
    const last = '<http://elsewhere.example/last>; rel="last"';
    const link =
      from + 3 < 7 ? `${last}, </by-header?from=${from + 3}>; title="a, b; rel=x"; rel="prefetch next"` : last;
    send(response, pageAt(from), { link });
  },
  '/by-body': ({ url }, response) => {
    const from = Number(queryOf(url).get('from') ?? 0);
    send(response, { data: pageAt(from), links: { next: from + 3 < 7 ? `?from=${from + 3}` : null } });
  },
  '/by-cursor': ({ url, body, method }, response) => {
    const sent = method === 'POST' ? JSON.parse(body).after : queryOf(url).get('after');
    const from = Number(sent ?? 0);
    send(response, { data: { items: pageAt(from) }, ...(from + 3 < 7 && { paging: { next: `${from + 3}` } }) });
  },
  '/by-page': ({ url }, response) => send(response, pageAt((Number(queryOf(url).get('page') ?? 1) - 1) * 3)),
  '/by-offset': ({ url }, response) => send(response, { rows: pageAt(Number(queryOf(url).get('skip') ?? 0)) }),
  '/endless': ({ url }, response) => send(response, [Number(queryOf(url).get('page'))]),
  '/circle': (_request, response) => send(response, { data: [1], next: 'a' }),
  '/abroad': (_request, response) => send(response, [1], { link: '<http://elsewhere.example/>; rel=next' }),
  '/no-list': (_request, response) => send(response, { data: {} }),
  '/empty': (_request, response) => send(response, { data: null }),
  '/breaks': ({ url }, response) =>
    queryOf(url).get('page') === '2'
      ? response.writeHead(429, { 'retry-after': '7' }).end()
      : send(response, [queryOf(url).get('page')]),
  '/session': ({ url }, response) => {
    response.setHeader('set-cookie', ['sid=abc; HttpOnly', 'tab=2; Path=/session']);
    send(response, queryOf(url).get('page') === '2' ? [] : [1]);
  },
  '/login': (_request, response) =>
    response.writeHead(302, { location: '/inside', 'set-cookie': 'sid=s1; Path=/' }).end(),
  '/leave': ({ url }, response) =>
    response.writeHead(302, { location: queryOf(url).get('to') ?? '', 'set-cookie': 'sid=s1; Path=/' }).end(),
  '/inside': ({ headers }, response) => send(response, { cookie: headers.cookie ?? null }),
};

let server: LoopbackServer;
let outbound: Outbound;

beforeAll(async () => {
  server = await startLoopbackServer(routes);
  outbound = createOutbound({ allow: ['127.0.0.1', 'localhost'] });
});
beforeEach(() => {
  server.received.length = 0;
});
afterAll(async () => {
  await outbound.close();
  await server.close();
});

async function read(path: string, pagination: object | undefined, data: object = {}) {
  const fields = { method: 'GET', url: `${server.origin}${path}`, ...(pagination && { pagination }), ...data };
  return (await runNode('http.request', fields, { fetch: outbound.fetch })).outcome;
}

describe('http.request reads all pages of a list', () => {
  test.each([
    ['/by-header', { type: 'link' }, {}, 3],
    ['/by-body', { type: 'link', items: 'data', next: 'links.next' }, {}, 3],
    ['/by-cursor', { type: 'cursor', items: 'data.items', next: 'paging.next', param: 'after' }, {}, 3],
    [
      '/by-cursor',
      { type: 'cursor', items: 'data.items', next: 'paging.next', param: 'after', in: 'body' },
      { method: 'POST', body: { limit: 3 } },
      3,
    ],
    ['/by-page', { type: 'page' }, {}, 4],
    ['/by-offset', { type: 'offset', items: 'rows', param: 'skip' }, {}, 4],
  ])('%s by %j', async (path, pagination, data, pages) => {
    const output = { status: 200, body: entries, pages, more: false };
    expect(await read(path, pagination, data)).toMatchObject({ kind: 'done', output });
    expect(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(pages);
  });

  test('from the page that the request names', async () => {
    const outcome = await read('/by-page', { type: 'page' }, { query: { page: '2', a: 'b' } });
    expect(outcome).toMatchObject({ output: { body: [4, 5, 6, 7], pages: 3 } });
    expect(server.received.map(({ url }) => url)).toEqual(
      [2, 3, 4].map((page) => expect.stringMatching(`(a=b&)?page=${page}`)),
    );
    expect(await read('/by-page?page=3', { type: 'page' })).toMatchObject({ output: { body: [7], pages: 2 } });
  });

  test('or as many as the author wants, and says that there are more', async () => {
    const outcome = await read('/by-header', { type: 'link', maxPages: 2 });
    expect(outcome).toMatchObject({ kind: 'done', output: { body: [1, 2, 3, 4, 5, 6], pages: 2, more: true } });
  });

  test('of which one has no list because it is empty', async () => {
    const pagination = { type: 'link', items: 'data' };
    expect(await read('/empty', pagination)).toMatchObject({ output: { body: [], pages: 1, more: false } });
  });
});

describe('http.request fails where pages cannot be read whole', () => {
  test.each([
    ['/endless', { type: 'page' }, 'the list has more than 100 pages. Set pagination.maxPages.'],
    [
      '/circle',
      { type: 'cursor', items: 'data', next: 'next', param: 'after' },
      'the server has named a page twice as the next one.',
    ],
    ['/no-list', { type: 'page', items: 'data' }, 'data must be a list of each page, but is an object.'],
    ['/no-list', { type: 'page', items: 'rows' }, 'rows must be a list of each page, but is missing.'],
    ['/no-list', { type: 'page' }, 'the body must be a list of each page, but is an object.'],
    ['/abroad', { type: 'link' }, 'not http://elsewhere.example.'],
  ])('%s by %j', async (path, pagination, message) => {
    const error = { code: 'HTTP_PAGES', message: expect.stringContaining(message.replace(/\.$/, '')) };
    expect(await read(path, pagination)).toMatchObject({ kind: 'failed', error, retryable: false });
  });

  test('and says of a status when to try again', async () => {
    const outcome = await read('/breaks', { type: 'page' });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'HTTP_STATUS' }, retryAfterMs: 7_000 });
  });

  test.each([
    [{ type: 'pages' }, 'pagination.type'],
    [{ type: 'cursor', param: 'a' }, 'pagination.next'],
    [{ type: 'cursor', next: 'a b', param: 'a' }, 'pagination.next'],
    [{ type: 'page', maxPages: 1_001 }, 'pagination.maxPages'],
    [{ type: 'offset', in: 'header' }, 'pagination.in'],
  ])('refuses %j', (pagination, field) => {
    expect(refusedFields('http.request', { method: 'GET', url: 'https://a.example', pagination })).toEqual([field]);
  });
});

describe('the cookies of a request', () => {
  test('are sent with its next pages, and end with the step', async () => {
    const once = (headers: object) => read('/session', { type: 'page' }, { query: { page: '1' }, headers });
    expect([await once({}), await once({ cookie: 'own=1' })]).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
    const sent = server.received.map(({ headers }) => headers.cookie);
    expect(sent).toEqual([undefined, 'tab=2; sid=abc', 'own=1', 'own=1; tab=2; sid=abc']);
  });

  test('are sent where a redirect leads, but not to another site', async () => {
    expect(await read('/login', undefined)).toMatchObject({ output: { body: { cookie: 'sid=s1' } } });
    const other = `${server.origin.replace('127.0.0.1', 'localhost')}/inside`;
    expect(await read(`/leave?to=${other}`, undefined)).toMatchObject({ output: { body: { cookie: null } } });
  });
});

describe('the rate of a request', () => {
  const rate = { count: 2, seconds: 1 };
  const withRate = async (own: object, takes = 3) => {
    const taken: unknown[] = [];
    const { outcome } = await runNode(
      'http.request',
      { method: 'GET', url: `${server.origin}/by-page`, pagination: { type: 'page' }, rate: { ...rate, ...own } },
      {
        fetch: (url, init) => outbound.fetch(url, init),
        takeSlot: async (slot) => {
          taken.push(slot);
          return taken.length > takes ? { kind: 'failed', error: { code: 'RATE_WAIT', message: 'Too long.' } } : null;
        },
      },
    );
    return { outcome, taken };
  };

  test('lets each page behind the first one start, by its host or its key', async () => {
    const { host } = new URL(server.origin);
    expect((await withRate({})).taken).toEqual(Array.from({ length: 3 }, () => ({ ...rate, key: host })));
    expect((await withRate({ key: 'account' })).taken[0]).toEqual({ ...rate, key: 'account' });
  });

  test('ends the step where a page may not start', async () => {
    expect((await withRate({}, 1)).outcome).toMatchObject({ kind: 'failed', error: { code: 'RATE_WAIT' } });
    expect(server.received).toHaveLength(2);
  });
});
