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

  /** Attempts that fail with these codes, each after the given number of seconds. */
  function failing(attempts: [code: string, seconds: number][]) {
    let seconds = 0;
    const act = async () => {
      const [code, lasted] = attempts.shift() ?? [];
      if (!code) return 'here';
      seconds += lasted ?? 0;
      throw Object.assign(new Error(code), { code });
    };
    return awaitDatabase(
      act,
      () => undefined,
      undefined,
      () => seconds * 1_000,
    );
  }

  test('waits for a recovery that began long after the start', async () => {
    const attempts: [string, number][] = [
      ['57P01', 90],
      ['57P03', 1],
      ['57P03', 59],
    ];
    expect(await failing(attempts)).toBe('here');
  });

  test('gives up what is away for more than 10 seconds, and a recovery after a minute', async () => {
    const away: [string, number][] = [
      ['ECONNREFUSED', 0],
      ['ECONNREFUSED', 11],
    ];
    await expect(failing(away)).rejects.toThrow('ECONNREFUSED');
    const recovering: [string, number][] = [
      ['57P03', 0],
      ['57P03', 30],
      ['57P03', 31],
    ];
    await expect(failing(recovering)).rejects.toThrow('57P03');
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
