import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;
let flows: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  flows = `/workspaces/${owner.workspaceId}/flows`;
});
afterAll(() => app.stop());

/** A body as it is, over REST. */
function post(path: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(app.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
}

/** The failure in an answer of REST or of GraphQL. */
async function failureOf(answer: Response): Promise<{ code: string; message: string }> {
  const body = (await answer.json()) as {
    error?: { code: string; message: string };
    errors?: { message: string; extensions: { code: string; status: number } }[];
  };
  if (body.error) return body.error;
  const { message = '', extensions } = body.errors?.[0] ?? {};
  expect(extensions?.status).toBe(answer.status);
  return { code: extensions?.code ?? '', message };
}

describe.each(['REST', 'GraphQL'])('the body of a request in %s', (surface) => {
  const address = () => (surface === 'REST' ? flows : '/graphql');

  test.each([
    ['{"name": ', /not valid JSON/],
    ['{"name": "A",}', /not valid JSON/],
    ["{'name': 'A'}", /not valid JSON/],
    ['undefined', /not valid JSON/],
    ['"name"', /JSON object/],
    ['null', /JSON object/],
    ['7', /JSON object/],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /UTF-8/],
    [`{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested too deeply/],
  ])('is refused when it is no JSON object: %p', async (body, reason) => {
    const answer = await post(address(), body);
    const { code, message } = await failureOf(answer);
    expect([answer.status, code, message]).toEqual([400, 'BAD_REQUEST', expect.stringMatching(reason)]);
  });

  test('is called too large, not invalid, when it is JSON with too many values', async () => {
    const limit = { status: 413, code: 'PAYLOAD_TOO_LARGE', message: expect.stringMatching(/at most 1000000 values/) };
    const largeFlow = surface === 'REST' ? `${flows}/validate` : '/graphql';
    for (const entries of ['0,'.repeat(1_200_000), '[],'.repeat(1_040_000)]) {
      const answer = await post(largeFlow, `{"variables":[${entries}0]}`);
      expect({ status: answer.status, ...(await failureOf(answer)) }).toMatchObject(limit);
    }
    const invalid = await post(largeFlow, `{"variables":[${'0,'.repeat(1_200_000)}]}`);
    expect([invalid.status, await failureOf(invalid)]).toEqual([
      400,
      expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringMatching(/not valid JSON/) }),
    ]);
  });

  test('is refused when it is of another type, or compressed', async () => {
    const plain = await post(address(), '{"name":"A"}', { 'content-type': 'text/plain' });
    expect([plain.status, await failureOf(plain)]).toEqual([
      400,
      expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining('application/json') }),
    ]);
    const packed = await post(address(), '{"name":"A"}', { 'content-encoding': 'gzip' });
    expect([packed.status, (await failureOf(packed)).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('is refused when it is larger than the limit, which is named', async () => {
    const answer = await post(address(), JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) }));
    const { code, message } = await failureOf(answer);
    expect([answer.status, code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(message).toContain('3145728 bytes');
  });
});

test('limits of bodies are those of each route', async () => {
  const sizes = { '/folders': 1, '': 3, '/run': 5 };
  for (const [path, mebibytes] of Object.entries(sizes)) {
    const address = path === '/run' ? '/flows/run?token=x' : flows + path;
    const answer = await post(address, JSON.stringify({ name: 'x'.repeat(mebibytes * 1024 * 1024) }));
    expect({ path, status: answer.status }).toEqual({ path, status: 413 });
    const fitting = await post(address, JSON.stringify({ name: 'x'.repeat(mebibytes * 1024 * 1024 - 100) }));
    expect({ path, status: fitting.status }).toEqual({ path, status: path === '/run' ? 401 : 400 });
  }
});

test('a body that is too large is refused even where its length is not told', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
    const sending = httpRequest(`${app.url}${flows}/folders`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
      sending.destroy();
    });
    sending.on('error', reject);
    sending.write(Buffer.alloc(1024 * 1024 + 1, 0x20));
  });
  expect(status).toBe(413);
});

describe('an address', () => {
  test.each(['/nothing', '/workspaces/x/y/z', '/graphql/x', '/workspaces/%ff', '//'])(
    'that is no route is not found: %s',
    async (path) => {
      const { status, body } = await app.rest(`GET ${path}`, { as: owner.token });
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  test.each([
    ['PUT', '/workspaces', 'GET, POST, HEAD, OPTIONS'],
    ['GET', '/auth/login', 'POST, OPTIONS'],
    ['PUT', '/graphql', 'GET, POST, OPTIONS'],
    ['DELETE', '/graphql', 'GET, POST, OPTIONS'],
  ])('names its methods where one is refused: %s %s', async (method, path, allowed) => {
    const answer = await fetch(app.url + path, { method, headers: { authorization: `Bearer ${owner.token}` } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    const { code, message } = await failureOf(answer);
    expect([code, message]).toEqual(['METHOD_NOT_ALLOWED', expect.stringContaining(method)]);
  });
});

describe('a failure', () => {
  test('is told as application/problem+json to who accepts it', async () => {
    const headers = { accept: 'application/problem+json, application/json;q=0.5', 'x-request-id': 'mine-1' };
    const answer = await app.rest(`POST ${flows}`, { as: owner.token, headers, body: { name: '' } });
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'VALIDATION_FAILED',
      detail: expect.stringContaining('name'),
      details: [expect.objectContaining({ field: 'name' }), expect.objectContaining({ field: 'name' })],
      requestId: 'mine-1',
    });
  });

  test('carries the id of its request, the client’s own where it is a usable one', async () => {
    for (const path of [flows, '/graphql', '/nothing']) {
      const own = await app.rest(`GET ${path}`, { headers: { 'x-request-id': 'abc-123' } });
      expect(own.headers.get('x-request-id')).toBe('abc-123');
      for (const id of ['x'.repeat(129), 'a b', 'ü']) {
        const made = await app.rest(`GET ${path}`, { headers: { 'x-request-id': id } });
        expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
    }
    const { body } = await app.rest(`GET ${flows}`, { headers: { 'x-request-id': 'abc-123' } });
    expect(body.error.requestId).toBe('abc-123');
  });
});
