import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { withDemoEndpoint } from '../../../src/app/demo/demo-outbound.js';
import { createOutbound, type Outbound } from '../../../src/platform/outbound/index.js';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.js';

let server: LoopbackServer;
let guard: Outbound;
let outbound: Outbound;

beforeAll(async () => {
  server = await startLoopbackServer({
    '/demo/orders': ({ url, body }, response) => {
      const to = new URL(url, 'http://x').searchParams.get('to');
      if (to) response.writeHead(307, { location: to }).end();
      else response.end(`priced ${body}`);
    },
  });
  // As in production: nothing private is open.
  guard = createOutbound({ allow: [] });
  outbound = withDemoEndpoint(guard, () => server.origin);
});

afterAll(async () => {
  await outbound.close();
  await guard.close();
  await server.close();
});

const post = (url: string) => outbound.fetch(url, { method: 'POST', body: '{"amount":250}' });

describe("the demo's exception of the outbound guard", () => {
  test.each([
    '/demo/orders',
    '/demo/orders?a=1',
    '/demo/orders#part',
    // Read by the rules of the web these are the same address.
    '/demo/./orders',
    '/metrics/%2e%2e/demo/orders',
    '\\demo\\orders',
    '/de\tmo/orders',
  ])('lets the demo endpoint be asked as %j', async (path) => {
    const { status, body } = await post(server.origin + path);
    expect([status, Buffer.from(body).toString()]).toEqual([200, 'priced {"amount":250}']);
    expect(new URL(server.received.at(-1)?.url ?? '', server.origin).pathname).toBe('/demo/orders');
  });

  test.each([
    ['dots in percent codes', '/demo/%2e%2e/metrics'],
    ['upper-case percent codes', '/demo/%2E%2E/metrics'],
    ['half a percent code', '/demo/.%2e/healthz'],
    ['a tab between dots', '/demo/.\t./healthz'],
    ['a line break between dots', '/demo/.\n./healthz'],
    ['plain dots', '/demo/../metrics'],
    ['dots behind the path', '/demo/orders/%2e%2e/%2e%2e/metrics'],
    ['dots in backslashes', '/demo\\..\\metrics'],
    ['a backslash in percent codes', '/demo/orders%5c..%5c..%5cmetrics'],
    ['an encoded slash', '/demo%2forders'],
    ['an encoded slash at its end', '/demo/orders%2f..%2fmetrics'],
    ['encoded twice', '/demo/%252e%252e/metrics'],
    ['encoded letters', '/demo/%6frders'],
    ['two slashes before it', '//demo/orders'],
    ['two slashes within it', '/demo//orders'],
    ['a slash at its end', '/demo/orders/'],
    ['parameters', '/demo/orders;a=1'],
    ['parameters with dots', '/demo/..;/metrics'],
    ['a NUL', '/demo/orders%00'],
    ['a blank at its end', '/demo/orders%20'],
    ['upper case', '/DEMO/orders'],
    ['the folder', '/demo/'],
    ['another endpoint', '/demo/others'],
    ['more behind it', '/demo/orders/../../metrics'],
    ['the root', '/'],
    ['the API', '/healthz?x=/demo/orders'],
    ['the path in a hash', '/healthz#/demo/orders'],
  ])('reaches nothing else by %s', async (_what, path) => {
    const before = server.received.length;
    await expect(post(server.origin + path)).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
    expect(server.received).toHaveLength(before);
  });

  test.each([
    ['another port', (port: number) => `http://127.0.0.1:${port + 1}/demo/orders`],
    ['no port', () => 'http://127.0.0.1/demo/orders'],
    ['another protocol', (port: number) => `https://127.0.0.1:${port}/demo/orders`],
    ['another name of the machine', (port: number) => `http://localhost:${port}/demo/orders`],
    ['another address of the machine', (port: number) => `http://127.0.0.2:${port}/demo/orders`],
    ['a user that looks like the host', (port: number) => `http://127.0.0.1:${port}@127.0.0.2/demo/orders`],
    ['a user before the host', (port: number) => `http://me@127.0.0.1:${port}/demo/orders`],
    ['a password before the host', (port: number) => `http://me:pass@127.0.0.1:${port}/demo/orders`],
    ['a backslash before a user', (port: number) => `http://127.0.0.2\\@127.0.0.1:${port}/demo/orders`],
    ['a longer port', (port: number) => `http://127.0.0.1:${port}0/demo/orders`],
    ['a scheme of its own', (port: number) => `ftp://127.0.0.1:${port}/demo/orders`],
  ])('is for its own origin, not for %s', async (_what, address) => {
    const before = server.received.length;
    await expect(post(address(server.port))).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
    expect(server.received).toHaveLength(before);
  });

  test.each(['/healthz', '/demo/orders', 'http://127.0.0.2/metrics'])('follows no redirect to %s', async (to) => {
    const before = server.received.length;
    const redirected = post(`${server.origin}/demo/orders?to=${encodeURIComponent(to)}`);
    await expect(redirected).rejects.toMatchObject({ code: 'OUTBOUND_REDIRECTS' });
    expect(server.received).toHaveLength(before + 1);
  });
});
