import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { awaitDatabase } from '../../src/platform/database/await-database.js';

/** A port where nothing answers. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function connectTo(port: number, host = '127.0.0.1'): Promise<void> {
  const client = new pg.Client({ host, port, user: 'x', password: 'x', database: 'x' });
  client.on('error', () => {});
  await client.connect().finally(() => client.end());
}

describe('waiting for the database at a start', () => {
  test.each(['127.0.0.1', '/no/such/folder'])(
    'tries again while nothing answers at %s, and says so once',
    async (host) => {
      const port = await closedPort();
      let tries = 0;
      let reported = 0;
      const act = async () => {
        tries++;
        if (tries <= 3) await connectTo(port, host);
        return 'here';
      };
      expect(await awaitDatabase(act, () => reported++)).toBe('here');
      expect({ tries, reported }).toEqual({ tries: 4, reported: 1 });
    },
  );

  test('does not wait for what no wait mends', async () => {
    let tries = 0;
    const act = async () => {
      tries++;
      throw Object.assign(new Error('password authentication failed'), { code: '28P01' });
    };
    await expect(awaitDatabase(act, () => tries++)).rejects.toThrow('password');
    expect(tries).toBe(1);
  });

  test('ends when the start is called off', async () => {
    const port = await closedPort();
    const signal = AbortSignal.abort();
    await expect(
      awaitDatabase(
        () => connectTo(port),
        () => undefined,
        signal,
      ),
    ).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});
