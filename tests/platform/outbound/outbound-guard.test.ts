import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createOutbound, type Outbound } from '../../../src/platform/outbound/index.js';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.js';

let server: LoopbackServer;
let strict: Outbound;

beforeAll(async () => {
  server = await startLoopbackServer({
    '/': (_request, response) => response.end('inside'),
    '/once': (_request, response) => response.setHeader('connection', 'close').end('inside'),
  });
  strict = createOutbound({ allow: [] });
});

afterAll(async () => {
  await strict.close();
  await server.close();
});

const hostileHosts = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'anything.localhost',
  '169.254.169.254',
  '2852039166',
  '168.63.129.16',
  '100.100.100.200',
  '192.168.0.1',
  '10.0.0.1',
  '%31%32%37.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
];

describe('outbound guard', () => {
  test.each(hostileHosts)('blocks http://%s/', async (host) => {
    const attempt = strict.fetch(`http://${host}:${server.port}/`, { method: 'GET' });
    await expect(attempt).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED', retryable: false });
  });

  test('blocks https as it blocks http', async () => {
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      const attempt = strict.fetch(`https://${host}:${server.port}/`, { method: 'GET' });
      await expect(attempt).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
    }
  });

  test('lets nothing through to the server', () => {
    expect(server.connections()).toBe(0);
  });

  test.each(['file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/', 'data:,x', 'javascript:1'])(
    'opens http and https only, not %s',
    async (url) => {
      await expect(strict.fetch(url, { method: 'GET' })).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
    },
  );

  test.each(['', 'no url', 'http://', 'http://[::1', 'http://a:99999/'])('refuses "%s" as an address', async (url) => {
    await expect(strict.fetch(url, { method: 'GET' })).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
  });

  test('refuses credentials in the URL without repeating them', async () => {
    const attempt = strict.fetch('https://mary:topsecret@example.com/', { method: 'GET' });
    await expect(attempt).rejects.toMatchObject({
      code: 'OUTBOUND_BLOCKED',
      message: expect.not.stringMatching(/mary|topsecret/),
    });
  });

  test('names the host and the cure, not the address that was found', async () => {
    const outbound = createOutbound({ allow: [], resolve: async () => [{ address: '10.9.8.7', family: 4 }] });
    const attempt = outbound.fetch('http://db.example/secret-path?key=1', { method: 'GET' });
    await expect(attempt).rejects.toMatchObject({
      message:
        'db.example must not have a private or reserved address. Use a public host, or ask the operator to add it to OUTBOUND_ALLOW.',
    });
    await outbound.close();
  });

  test('reaches a listed address by address and by a name that leads to it', async () => {
    const outbound = createOutbound({ allow: ['127.0.0.1'] });
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      const answer = await outbound.fetch(`http://${host}:${server.port}/`, { method: 'GET' });
      expect(Buffer.from(answer.body).toString()).toBe('inside');
    }
    await outbound.close();
  });

  test('reaches a listed name at whatever address it has', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const outbound = createOutbound({ allow: ['internal.example'], resolve });
    const answer = await outbound.fetch(`http://internal.example:${server.port}/`, { method: 'GET' });
    expect(answer.status).toBe(200);
    const other = outbound.fetch(`http://other.example:${server.port}/`, { method: 'GET' });
    await expect(other).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
    await outbound.close();
  });

  test('connects to the address it checked, looked up once for each connection', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const asked: string[] = [];
    const outbound = createOutbound({
      allow: ['127.0.0.1'],
      resolve: async (hostname) => {
        asked.push(hostname);
        return [{ address: answers[asked.length - 1] ?? '10.0.0.1', family: 4 }];
      },
    });
    // The server closes each connection of this path, so the second exchange looks the name up again.
    const url = `http://rebinding.example:${server.port}/once`;
    expect((await outbound.fetch(url, { method: 'GET' })).status).toBe(200);
    expect(asked).toEqual(['rebinding.example']);
    await expect(outbound.fetch(url, { method: 'GET' })).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
    expect(asked).toHaveLength(2);
    await outbound.close();
  });

  test('leaves out the closed addresses of a name that has open ones too', async () => {
    const resolve = async () => [
      { address: '10.0.0.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const outbound = createOutbound({ allow: ['127.0.0.1'], resolve });
    expect((await outbound.fetch(`http://mixed.example:${server.port}/`, { method: 'GET' })).status).toBe(200);
    await outbound.close();
  });
});
