import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { isAllowedHost } from '../../../../src/platform/outbound/index.js';
import {
  type Answering,
  type LoopbackServer,
  startLoopbackServer,
} from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

const secret = 'sk-live-0123456789abcdef';

/** Redirects by the query of the address: `?status=307&to=…`. */
const redirect: Answering = ({ url }, response) => {
  const query = new URL(url, 'http://x').searchParams;
  response.writeHead(Number(query.get('status') ?? 302), { location: query.get('to') ?? '' }).end();
};
const routes = { '/end': ((_request, response) => response.end('end')) as Answering, '/redirect': redirect };

let app: TestApp;
let owner: Owner;
let server: LoopbackServer;
/** The same server under a name that it also has. */
let elsewhere: string;
beforeAll(async () => {
  app = await startTestApp({ worker: true, outboundAllow: ['127.0.0.1', 'localhost'] });
  owner = await app.seed.owner();
  server = await startLoopbackServer(routes);
  elsewhere = server.origin.replace('127.0.0.1', 'localhost');
  await create({ name: 'confined', value: secret, allowedHosts: ['127.0.0.1'] });
  await create({ name: 'fresh', value: `${secret}-fresh` });
  await create({ name: 'free', value: `${secret}-free`, allowedHosts: ['*'] });
});
afterAll(async () => {
  await server.close();
  await app.stop();
});
beforeEach(() => void server.received.splice(0));

const secrets = () => `/workspaces/${owner.workspaceId}/flows/secrets`;
const create = (body: object) => app.rest(`POST ${secrets()}`, { as: owner.token, body });

async function send(data: object) {
  const nodes = [node('start', 'trigger.manual'), node('call', 'http.request', { method: 'POST', ...data })];
  const { id } = await app.seed.flow(owner, graph(nodes, 'start>call'));
  return reached(app, owner, await trigger(app, owner, id));
}

const redirectTo = (to: string, status = 302) =>
  `${server.origin}/redirect?status=${status}&to=${encodeURIComponent(to)}`;
const bearer = (name: string) => ({ auth: { type: 'bearer', token: `{{boveda.${name}}}` } });

describe('allowedHosts of a secret', () => {
  test.each<[string[], string, boolean]>([
    [[], 'example.com', false],
    [['*'], 'example.com', true],
    [['example.com'], 'EXAMPLE.com.', true],
    [['example.com'], 'api.example.com', false],
    [['*.example.com'], 'api.example.com', true],
    [['*.example.com'], 'a.b.example.com', true],
    [['*.example.com'], 'example.com', false],
    [['*.example.com'], 'badexample.com', false],
    [['example.com'], 'example.com.evil.net', false],
    [['[::1]'], '[::1]', true],
  ])('%j: whether %s is allowed is %s', (allowed, host, expected) => {
    expect(isAllowedHost(allowed, host)).toBe(expected);
  });

  test('let a request through to its host only, and name the host and the cure otherwise', async () => {
    expect(await send({ url: `${server.origin}/end`, ...bearer('confined') })).toMatchObject({ status: 'completed' });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${secret}`]);
    const refused = await send({ url: `${elsewhere}/end`, ...bearer('confined') });
    expect(refused.error).toMatchObject({ code: 'SECRET_HOST_NOT_ALLOWED', nodeId: 'call' });
    expect(refused.error?.message).toBe(
      'The secret "confined" must not be sent to localhost, which is not one of its allowedHosts. Add "localhost" to allowedHosts of the secret, "*.example.com" for all subdomains of a host, or "*" for any host.',
    );
    expect(server.received).toHaveLength(1);
  });

  test.each(['auth', 'headers', 'query', 'body'])('hold for secrets in %s', async (field) => {
    const value = '{{ "x" + boveda.confined }}';
    const held = {
      auth: { type: 'basic', username: 'a', password: value },
      headers: { a: value },
      query: { a: [value] },
      body: [value],
    };
    const refused = await send({ url: `${elsewhere}/end`, [field]: held[field as keyof typeof held] });
    expect(refused.error?.code).toBe('SECRET_HOST_NOT_ALLOWED');
    expect(server.received).toEqual([]);
  });

  test('that are not set allow no request until they are', async () => {
    const body = { url: `${server.origin}/end`, ...bearer('fresh') };
    expect((await send(body)).error?.code).toBe('SECRET_HOST_NOT_ALLOWED');
    const { body: listed } = await app.rest(`GET ${secrets()}?search=fresh`, { as: owner.token });
    const [{ id, allowedHosts }] = listed.data as [{ id: string; allowedHosts: string[] }];
    expect(allowedHosts).toEqual([]);
    await app.rest(`PATCH ${secrets()}/${id}`, { as: owner.token, body: { allowedHosts: ['127.0.0.1'] } });
    expect((await send(body)).status).toBe('completed');
  });

  test('of all secrets in a request must allow its host', async () => {
    const both = { ...bearer('free'), body: '{{boveda.confined}}' };
    expect((await send({ url: `${elsewhere}/end`, ...both })).error?.message).toContain('"confined"');
  });

  test('are stored in one form, and refused if they are no hosts', async () => {
    const allowedHosts = ['API.Example.com.', '*.Example.com', 'bücher.example', '127.1', '*'];
    const { body } = await create({ name: 'forms', value: secret, allowedHosts });
    expect(body.data).toMatchObject({
      allowedHosts: ['api.example.com', '*.example.com', 'xn--bcher-kva.example', '127.0.0.1', '*'],
    });
    for (const host of [
      '',
      ' ',
      'https://example.com',
      'example.com:443',
      'example.com/x',
      'a@b',
      '*x',
      'a.*.com',
      '*.*',
      'a b',
    ]) {
      const { status, body: refused } = await create({ name: 'refused', value: secret, allowedHosts: [host] });
      expect([host, status, refused.error?.details?.[0]?.field]).toEqual([host, 400, 'allowedHosts']);
    }
  });
});

describe('a redirect to a host that a secret must not be sent to', () => {
  test('is followed without the headers of the request', async () => {
    const headers = { 'x-key': '{{boveda.confined}}', 'x-plain': 'plain' };
    const seen = await send({ url: redirectTo(`${elsewhere}/end`), headers, ...bearer('confined') });
    expect(seen.status).toBe('completed');
    expect(
      server.received.map(({ headers: { host, ...own } }) => [own['x-key'], own['x-plain'], own.authorization]),
    ).toEqual([
      [secret, 'plain', `Bearer ${secret}`],
      [undefined, undefined, undefined],
    ]);
  });

  test('is refused if the body with the secret would be sent again', async () => {
    const refused = await send({ url: redirectTo(`${elsewhere}/end`, 307), body: { key: '{{boveda.confined}}' } });
    expect(refused.error?.code).toBe('SECRET_HOST_NOT_ALLOWED');
    expect(server.received).toHaveLength(1);
    const plain = await send({ url: redirectTo(`${elsewhere}/end`, 307), body: { n: 1 }, ...bearer('confined') });
    expect([plain.status, server.received.at(-1)?.body]).toEqual(['completed', '{"n":1}']);
  });

  test.each([
    ['as it is', secret],
    ['in upper case', secret.toUpperCase()],
    ['in base64', Buffer.from(`id:${secret}`).toString('base64url')],
  ])('is refused if its address contains the secret %s', async (_form, text) => {
    const refused = await send({ url: redirectTo(`${elsewhere}/end?k=${text}`), ...bearer('confined') });
    expect(refused.error?.code).toBe('SECRET_HOST_NOT_ALLOWED');
    expect(JSON.stringify(refused.error)).not.toContain(text);
    expect(server.received).toHaveLength(1);
  });

  test('keeps everything if the other host is allowed too', async () => {
    await send({ url: redirectTo(`${elsewhere}/end`, 307), headers: { 'x-key': '{{boveda.free}}' }, body: { a: 1 } });
    expect(server.received.at(-1)).toMatchObject({ headers: { 'x-key': `${secret}-free` }, body: '{"a":1}' });
  });
});
