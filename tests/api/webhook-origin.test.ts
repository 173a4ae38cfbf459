import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;
let path: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true, webhookOrigin: 'https://hooks.example.net' });
  owner = await app.seed.owner();
  const nodes = [
    node('start', 'trigger.webhook', { responseMode: 'result' }),
    node('respond', 'webhook.respond', { html: '<script>1</script>' }),
  ];
  path = (await app.seed.flow(owner, graph(nodes, 'start>respond'), true)).webhookPath;
}, 60_000);

afterAll(() => app.stop());

function send(host: string, where: string, headers: object = {}, method = 'POST') {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const asked = request(app.url, { path: where, method, headers: { host, ...headers } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += String(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.on('upgrade', () => reject(new Error('The upgrade was accepted.')));
    asked.on('error', reject).end();
  });
}

test('webhook URLs begin with the origin of webhooks', async () => {
  const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/flows`, { as: owner.token });
  const [{ webhookUrl }] = body.data as unknown as [{ webhookUrl: string }];
  expect(webhookUrl).toBe(`https://hooks.example.net${path}`);
});

test.each(['hooks.example.net', 'HOOKS.example.net', 'hooks.example.net:443', 'hooks.example.net.'])(
  'the host %s answers webhooks',
  async (host) => {
    const { status, headers, text } = await send(host, path);
    expect({ status, text }).toEqual({ status: 200, text: '<script>1</script>' });
    expect(headers['content-security-policy']).toMatch(/^sandbox /);
    expect(headers['x-content-type-options']).toBe('nosniff');
  },
);

test.each(['localhost:4000', 'flows.example.com', 'hooks.example.net:8443', 'hooks.example.net.evil.example'])(
  'the host %s refuses webhooks with 421',
  async (host) => {
    const absolute = `http://hooks.example.net${path}`;
    for (const where of [path, path.replace('/run', '/run/more'), path.replace('/run', '/run/'), absolute]) {
      const { status, text } = await send(host, where);
      expect([status, text]).toEqual([421, expect.stringContaining('MISDIRECTED_REQUEST')]);
    }
  },
);

test.each([
  '/',
  '/app/',
  '/docs',
  '/graphql',
  '/metrics',
  '/healthz',
  '/auth/login',
  '/flows/%72un',
  '/openapi.json',
  '/flows/running',
])('the host of webhooks serves no %s', async (where) => {
  for (const method of ['GET', 'POST', 'OPTIONS'])
    expect((await send('hooks.example.net', where, {}, method)).status).toBe(421);
});

test('the host of webhooks opens no WebSocket, and other hosts serve everything else', async () => {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': 'graphql-transport-ws',
  };
  expect((await send('hooks.example.net', '/graphql', upgrade, 'GET')).status).toBe(421);
  expect((await send('localhost', '/healthz', {}, 'GET')).status).toBe(200);
});
