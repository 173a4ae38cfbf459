import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createOutbound } from '../../../src/platform/outbound/index.js';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.js';

let server: LoopbackServer;

beforeAll(async () => {
  server = await startLoopbackServer({});
});

afterAll(() => server.close());

const outboundTo = (address: string, allow: string[] = []) =>
  createOutbound({ allow, resolve: async () => [{ address, family: 4 }] });

describe('a plain connection', () => {
  test('reaches what is permitted, at the address that was checked', async () => {
    const outbound = outboundTo('127.0.0.1', ['127.0.0.1']);
    const socket = await outbound.connect({ host: 'mail.example.com', port: server.port });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.end();
    await once(socket, 'close');
    await outbound.close();
  });

  test.each(['127.0.0.1', '::1', 'localhost', 'mail.example.com', '::ffff:127.0.0.1'])(
    'does not reach %s',
    async (host) => {
      const outbound = outboundTo('127.0.0.1');
      const before = server.connections();
      await expect(outbound.connect({ host, port: server.port })).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
      expect(server.connections()).toBe(before);
      await outbound.close();
    },
  );

  test('says why there is none', async () => {
    const outbound = outboundTo('127.0.0.1', ['127.0.0.1']);
    await expect(outbound.connect({ host: 'mail.example.com', port: 1 })).rejects.toMatchObject({
      code: 'OUTBOUND_FAILED',
      message: expect.stringContaining('refused the connection'),
    });
    await outbound.close();
  });
});
