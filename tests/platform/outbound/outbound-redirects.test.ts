import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createOutbound, type Outbound, type OutboundRequest } from '../../../src/platform/outbound/index.js';
import { type Answering, type LoopbackServer, startLoopbackServer } from './loopback-server.js';

const redirect: Answering = ({ url }, response) => {
  const query = new URL(url, 'http://x').searchParams;
  response.writeHead(Number(query.get('status') ?? 302), { location: query.get('to') ?? '' }).end('moved');
};
const countdown: Answering = ({ url }, response) => {
  const left = Number(new URL(url, 'http://x').searchParams.get('left'));
  if (left === 0) response.end('arrived');
  else response.writeHead(302, { location: `?left=${left - 1}` }).end();
};
const end: Answering = (_request, response) => response.end('end');
const routes = { '/redirect': redirect, '/countdown': countdown, '/end': end };

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

const follow = (to: string, request: Partial<OutboundRequest> = {}, status = 302) =>
  outbound.fetch(`${server.origin}/redirect?status=${status}&to=${encodeURIComponent(to)}`, {
    method: 'GET',
    ...request,
  });

const post = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json', 'x-kept': '1' } };
const secrets = { Authorization: 'Bearer s', Cookie: 'sid=1', 'X-Api-Key': 'k', 'X-Plain': 'p' };

describe('outbound redirects', () => {
  test.each(['/end', 'end', '?status=404&to=', `/end#part`])('follows the relative address %s', async (to) => {
    const answer = await follow(to);
    expect([200, 404]).toContain(answer.status);
    expect(answer.url).not.toContain('#');
  });

  test('follows five redirects and refuses the sixth', async () => {
    const answer = await outbound.fetch(`${server.origin}/countdown?left=5`, { method: 'GET' });
    expect(answer).toMatchObject({ status: 200, url: `${server.origin}/countdown?left=0` });
    const more = outbound.fetch(`${server.origin}/countdown?left=6`, { method: 'GET' });
    await expect(more).rejects.toMatchObject({ code: 'OUTBOUND_REDIRECTS', retryable: false });
  });

  test.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [307, 'POST', 'POST'],
    [308, 'PATCH', 'PATCH'],
  ])('turns, after %i, the method %s into %s', async (status, method, expected) => {
    const body = method === 'HEAD' ? undefined : post.body;
    await follow('/end', { ...post, method, ...(body === undefined ? { body: '' } : { body }) }, status);
    const last = server.received.at(-1);
    expect(last).toMatchObject({ method: expected, headers: { 'x-kept': '1' } });
    expect(last?.headers['content-type']).toBe(expected === 'GET' ? undefined : 'application/json');
    expect(last?.body).toBe(expected === 'GET' || expected === 'HEAD' ? '' : post.body);
  });

  test('drops credentials on the way to another origin', async () => {
    await follow(`${elsewhere.origin}/end`, { headers: secrets, secretHeaders: ['X-Api-Key'] });
    const { headers } = elsewhere.received.at(-1) ?? { headers: {} };
    expect(headers).toMatchObject({ 'x-plain': 'p' });
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(headers).not.toHaveProperty(name);
  });

  test('keeps credentials within an origin', async () => {
    await follow('/end', { headers: secrets, secretHeaders: ['X-Api-Key'] });
    expect(server.received.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer s',
      cookie: 'sid=1',
      'x-api-key': 'k',
    });
  });

  test.each([
    'http://127.0.0.2/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://0x7f000002/',
    'file:///etc/passwd',
  ])('blocks a redirect to %s', async (to) => {
    await expect(follow(to)).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
  });

  test('strips credentials from the address of a redirect', async () => {
    const answer = await follow(`http://mary:secret@127.0.0.1:${server.port}/end`);
    expect(answer.url).toBe(`${server.origin}/end`);
    expect(server.received.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  test.each([300, 304, 404])('follows no location of a %i', async (status) => {
    expect((await follow('/end', {}, status)).status).toBe(status);
  });

  test('counts redirects into the time of the whole exchange', async () => {
    const slow = await startLoopbackServer({
      '/': (_request, response) => {
        setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
      },
    });
    await expect(outbound.fetch(slow.origin, { method: 'GET', timeoutMs: 150 })).rejects.toMatchObject({
      code: 'OUTBOUND_TIMEOUT',
    });
    await slow.close();
  });
});
