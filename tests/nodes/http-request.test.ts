import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { NodeContext } from '../../src/nodes/index.js';
import { createOutbound, type Outbound } from '../../src/platform/outbound/index.js';
import { type Answering, type LoopbackServer, startLoopbackServer } from '../platform/outbound/loopback-server.js';
import { refusedFields, runNode } from './run-node.js';

const typed =
  (type: string, body: string | Buffer): Answering =>
  (_request, response) =>
    response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(body);
const statusOf: Answering = ({ url }, response) => response.writeHead(Number(url.split('?')[1])).end('{"why":"so"}');
const binary = Buffer.from([0xff, 0xd8, 0x00, 0x01]);

const routes: Record<string, Answering> = {
  '/json': typed('application/json; charset=utf-8', '{"a":[1,null]}'),
  '/problem': typed('application/problem+json', '{"title":"x"}'),
  '/no-json': typed('application/json', '<html>'),
  '/html': typed('text/html; charset=ISO-8859-1', Buffer.from('a\u00f1o', 'latin1')),
  '/odd-charset': typed('text/plain; charset=klingon', 'año'),
  '/xml': typed('application/atom+xml', '<a/>'),
  '/image': typed('image/jpeg', binary),
  '/untyped-text': typed('', 'plain'),
  '/untyped-binary': typed('', binary),
  '/empty': typed('application/json', ''),
  '/status': statusOf,
  '/silent': () => {},
  '/away': ({ url }, response) => response.writeHead(302, { location: url.split('?')[1] }).end(),
};

let server: LoopbackServer;
let elsewhere: LoopbackServer;
let outbound: Outbound;

beforeAll(async () => {
  server = await startLoopbackServer(routes);
  elsewhere = await startLoopbackServer(routes);
  outbound = createOutbound({ allow: ['127.0.0.1'] });
});

afterAll(async () => {
  await outbound.close();
  await server.close();
  await elsewhere.close();
});

type Fields = Record<string, unknown>;

async function request(path: string, data: Fields = {}, context: Partial<NodeContext<unknown>> = {}) {
  const fields = { method: 'GET', url: `${server.origin}${path}`, ...data };
  const { outcome } = await runNode('http.request', fields, { fetch: outbound.fetch, ...context });
  return outcome;
}

/** What the server received of a request with these fields. */
async function received(data: Fields, path = '/json') {
  await request(path, { method: 'POST', ...data });
  return server.received.at(-1) ?? { method: '', url: '', headers: {}, body: '' };
}

describe('http.request reads responses', () => {
  test.each([
    ['/json', { a: [1, null] }],
    ['/problem', { title: 'x' }],
    ['/no-json', '<html>'],
    ['/html', 'año'],
    ['/odd-charset', 'año'],
    ['/xml', '<a/>'],
    ['/untyped-text', 'plain'],
    ['/empty', null],
  ])('%s as %j', async (path, body) => {
    expect(await request(path)).toEqual({ kind: 'done', output: { status: 200, headers: expect.any(Object), body } });
  });

  test.each(['/image', '/untyped-binary'])('%s as base64, with its encoding', async (path) => {
    const output = { status: 200, body: binary.toString('base64'), encoding: 'base64' };
    expect(await request(path)).toMatchObject({ kind: 'done', output });
  });
});

describe('http.request writes requests', () => {
  const bodies: [Fields, string | undefined, string][] = [
    [{ body: { a: 1 } }, 'application/json', '{"a":1}'],
    [{ body: [1] }, 'application/json', '[1]'],
    [{ body: 5 }, 'application/json', '5'],
    [{ body: '{"a": 1}' }, 'application/json', '{"a": 1}'],
    [{ body: 'hello' }, 'text/plain; charset=utf-8', 'hello'],
    [{ body: '{"a": 1}', bodyType: 'text' }, 'text/plain; charset=utf-8', '{"a": 1}'],
    [{ body: { a: 1 }, bodyType: 'text' }, 'text/plain; charset=utf-8', '{"a":1}'],
    [
      { body: { a: 'x y', b: [1, 2], c: null, d: { e: 1 } }, bodyType: 'form' },
      formType(),
      'a=x+y&b=1&b=2&d=%7B%22e%22%3A1%7D',
    ],
    [{ body: 'a=1', bodyType: 'form' }, formType(), 'a=1'],
    [{ body: { a: 1 }, bodyType: 'none' }, undefined, ''],
    [{ body: Buffer.from('%PDF ñ').toString('base64'), bodyType: 'base64' }, 'application/octet-stream', '%PDF ñ'],
    [{ body: null }, undefined, ''],
    [{}, undefined, ''],
  ];

  test.each(bodies)('%j with content type %s', async (data, contentType, body) => {
    const sent = await received(data);
    expect([sent.headers['content-type'], sent.body]).toEqual([contentType, body]);
  });

  test('lets the author set the content type', async () => {
    const sent = await received({ body: { a: 1 }, headers: { 'Content-Type': 'application/vnd.api+json' } });
    expect(sent.headers['content-type']).toBe('application/vnd.api+json');
  });

  test.each([
    [{ body: '{"a": }', bodyType: 'json' }],
    [{ body: 'not base64', bodyType: 'base64' }],
    [{ body: { a: 1 }, bodyType: 'base64' }],
    [{ body: [1], bodyType: 'form' }],
    [{ body: 5, bodyType: 'form' }],
  ])('rejects the body of %j', async (data) => {
    expect(await request('/json', data)).toMatchObject({
      kind: 'failed',
      error: { code: 'FIELD_INVALID' },
      retryable: false,
    });
  });

  test('adds query parameters to those of the URL', async () => {
    const query = { q: 'a b&c', page: 2, tag: ['x', 'y'], none: null };
    expect((await received({ query }, '/json?k=1')).url).toBe('/json?k=1&q=a+b%26c&page=2&tag=x&tag=y');
  });

  test.each([
    [{ type: 'basic', username: 'mary', password: 'pass:ñ' }, 'authorization', `Basic ${base64('mary:pass:ñ')}`],
    [{ type: 'bearer', token: 't0k' }, 'authorization', 'Bearer t0k'],
    [{ type: 'header', name: 'X-Api-Key', value: 42 }, 'x-api-key', '42'],
    [{ type: 'none' }, 'authorization', undefined],
  ])('sends the credential %j', async (auth, name, value) => {
    expect((await received({ auth })).headers[name]).toBe(value);
  });

  test.each([
    { type: 'bearer', token: 't0k' },
    { type: 'header', name: 'X-Api-Key', value: 'k' },
  ])('does not send the credential %j to another site', async (auth) => {
    await request(`/away?${elsewhere.origin}/json`, { auth });
    const { headers } = elsewhere.received.at(-1) ?? { headers: {} };
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('x-api-key');
  });

  test('sends the key of the step as Idempotency-Key, unless the author set one', async () => {
    expect((await received({})).headers['idempotency-key']).toBe('execution:node:');
    expect((await received({ headers: { 'Idempotency-Key': 'mine' } })).headers['idempotency-key']).toBe('mine');
  });

  test('encodes a key that a header cannot contain', async () => {
    await request('/json', {}, { idempotencyKey: 'execution:nó 1:' });
    expect(server.received.at(-1)?.headers['idempotency-key']).toBe('execution%3An%C3%B3%201%3A');
  });

  test('accepts the method in any case', async () => {
    expect((await received({ method: 'delete' })).method).toBe('DELETE');
  });
});

describe('http.request judges the status', () => {
  const statuses: [number, unknown, 'done' | 'failed'][] = [
    [200, undefined, 'done'],
    [204, undefined, 'done'],
    [304, undefined, 'done'],
    [400, undefined, 'failed'],
    [500, undefined, 'failed'],
    [404, [200, 404], 'done'],
    [404, ['200', '4XX'], 'done'],
    [404, '4xx', 'done'],
    [404, 404, 'done'],
    [404, null, 'failed'],
    [200, '4xx', 'failed'],
    [201, [200], 'failed'],
  ];

  test.each(statuses)('%i with expectStatus %j is %s', async (status, expectStatus, kind) => {
    expect(await request(`/status?${status}`, { expectStatus })).toMatchObject({ kind });
  });

  test('keeps the response for the error branch', async () => {
    expect(await request('/status?404')).toEqual({
      kind: 'failed',
      error: {
        code: 'HTTP_STATUS',
        message: expect.stringMatching(/^127\.0\.0\.1:\d+ returned the status 404, not 2xx or 3xx\./),
      },
      retryable: true,
      output: { status: 404, headers: expect.any(Object), body: '{"why":"so"}' },
    });
  });

  test.each([
    [400, false],
    [401, false],
    [422, false],
    [404, true],
    [409, true],
    [429, true],
    [500, true],
    [503, true],
  ])('marks %i as retryable: %s', async (status, retryable) => {
    expect(await request(`/status?${status}`)).toMatchObject({ retryable });
  });
});

describe('http.request fails', () => {
  test('without a retry where the address is blocked', async () => {
    const strict = createOutbound({ allow: [] });
    const outcome = await request('/json', {}, { fetch: strict.fetch });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'OUTBOUND_BLOCKED' }, retryable: false });
    await strict.close();
  });

  test('with a retry where the server is unreachable', async () => {
    const gone = await startLoopbackServer({});
    await gone.close();
    const outcome = await request('', { url: gone.origin });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'OUTBOUND_FAILED' }, retryable: true });
  });

  test("with STEP_TIMEOUT when the node's own time is over", async () => {
    const outcome = await request('/silent', { timeout: '0.1' });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'STEP_TIMEOUT' }, retryable: true });
  });

  test('by throwing the reason when the step is aborted', async () => {
    const controller = new AbortController();
    const attempt = request('/silent', {}, { signal: controller.signal });
    controller.abort(new Error('lease lost'));
    await expect(attempt).rejects.toThrow('lease lost');
  });

  test.each([
    [{}, ['method', 'url']],
    [{ method: 'GET', url: '' }, ['url']],
    [{ method: 'GET', url: 'example.com' }, ['url']],
    [{ method: 'GET', url: 'ftp://example.com' }, ['url']],
    [{ method: 'TRACE', url: 'http://a.example' }, ['method']],
    [{ method: 'GET', url: 'http://a.example', bodyType: 'xml' }, ['bodyType']],
    [{ method: 'GET', url: 'http://a.example', timeout: 0 }, ['timeout']],
    [{ method: 'GET', url: 'http://a.example', auth: { type: 'magic' } }, ['auth.type']],
    [{ method: 'GET', url: 'http://a.example', auth: { type: 'bearer' } }, ['auth.token']],
    [{ method: 'GET', url: 'http://a.example', expectStatus: [] }, ['expectStatus']],
    [{ method: 'GET', url: 'http://a.example', expectStatus: 42 }, ['expectStatus']],
    [{ method: 'GET', url: 'http://a.example', headers: { 'a b': '1' } }, ['headers.a b']],
  ])('to accept %j, at %j', (data, refused) => {
    expect(refusedFields('http.request', data)).toEqual(refused);
  });
});

function formType(): string {
  return 'application/x-www-form-urlencoded';
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
