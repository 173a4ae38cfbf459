import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, type SampleServer, startSample } from './sample-server.js';

let sample: SampleServer;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.close());

const fail = (how: string, headers: Record<string, string> = {}) =>
  sample.ask('PUT', '/fail', { body: { how }, headers });

describe('success', () => {
  test('is data in an envelope, with the status of the route', async () => {
    const { status, headers, body } = await sample.ask('POST', '/flows', { body: { name: 'New' } });
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ success: true, data: { id: 'f1', name: 'New', settings: {} } });
  });

  test('of a page has its items as data, next to the pagination', async () => {
    const { body } = await sample.ask('GET', '/flows?page=2');
    expect(Object.keys(body)).toEqual(['success', 'data', 'pagination']);
    expect(body.data).toHaveLength(1);
    expect(body.pagination).toEqual({ page: 2, limit: 20, total: 1, totalPages: 1 });
  });

  test('of a list without pages is a plain list', async () => {
    const { body } = await ask('GET', `${sample.url}/rates`, { headers: { authorization: 'none' } });
    expect(body).toEqual({ success: true, data: [{ unit: 'minute', credits: '0.020000' }] });
  });

  test('is 404 where a GET finds nothing', async () => {
    const { status, body } = await sample.ask('GET', '/flows/f2');
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('failure', () => {
  test('contains code, message, details and the request ID', async () => {
    const { status, body } = await fail('rules', { 'x-request-id': 'mine-1' });
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      error: {
        code: 'VALIDATION_FAILED',
        message: expect.stringContaining('name'),
        details: [{ field: 'name', rule: 'NAME', message: 'name is too long.' }],
        requestId: 'mine-1',
      },
    });
  });

  test.each([
    ['taken', 409, 'NAME_TAKEN'],
    ['gone', 404, 'NOT_FOUND'],
    ['limited', 429, 'RATE_LIMITED'],
  ])('of the kind "%s" has the status of its code', async (how, status, code) => {
    const answer = await fail(how);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('contains Retry-After if it is known', async () => {
    expect((await fail('limited')).headers.get('retry-after')).toBe('7');
  });

  test('follows RFC 9457 for clients that list it in Accept', async () => {
    const { status, headers, body } = await fail('rules', {
      accept: 'application/json, application/problem+json',
      'x-request-id': 'mine-2',
    });
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: expect.stringContaining('name'),
      code: 'VALIDATION_FAILED',
      details: [{ field: 'name', rule: 'NAME', message: 'name is too long.' }],
      requestId: 'mine-2',
    });
  });

  test.each(['*/*', 'application/json', 'application/problem+json;q=0, */*'])(
    'keeps its own envelope for Accept: %s',
    async (accept) => {
      expect((await fail('taken', { accept })).body.success).toBe(false);
    },
  );

  test('that is internal reveals nothing, and is logged in full', async () => {
    for (const answer of [await fail('deep'), await ask('GET', `${sample.url}/broken/express`)]) {
      expect([answer.status, answer.body.error.code]).toEqual([500, 'INTERNAL']);
      expect(JSON.stringify(answer.body)).not.toContain('secret inside');
      const line = sample.log.find((entry) => entry.includes(answer.body.error.requestId));
      expect(line).toContain('secret inside');
    }
  });

  test('without a credential names the required scheme', async () => {
    const none = await sample.ask('GET', '/flows', { headers: { authorization: 'none' } });
    const bad = await sample.ask('GET', '/flows', { headers: { authorization: 'bad' } });
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
  });
});

describe('the request ID', () => {
  test('is the one of the client, in header and body', async () => {
    const { headers, body } = await ask('GET', `${sample.url}/none`, { headers: { 'x-request-id': 'abc:1/2' } });
    expect([headers.get('x-request-id'), body.error.requestId]).toEqual(['abc:1/2', 'abc:1/2']);
  });

  test('is a new one if the one of the client is invalid', async () => {
    for (const sent of ['a b', 'x'.repeat(129), 'é']) {
      const { headers } = await ask('GET', `${sample.url}/rates`, { headers: { 'x-request-id': sent } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
