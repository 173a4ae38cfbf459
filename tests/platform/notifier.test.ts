import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { poolConfig } from '../../src/platform/database/connect.js';
import { createListener } from '../../src/platform/database/listener.js';
import { Notifier, notifyByPostgres, notifyEveryMs } from '../../src/platform/database/notifier.js';
import { createLog } from '../../src/platform/log.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { testPool } from '../support/test-pool.js';
import { waitFor } from '../support/wait-for.js';

const log = createLog({ level: 'fatal' });
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = testPool(database.url);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A notifier whose pauses end when the test says so. */
function createManual(sql: pg.Pool = pool) {
  const pauses: { ms: number; end: () => void }[] = [];
  const sent: string[][] = [];
  const woken: string[] = [];
  const query = async (statement: pg.QueryConfig) => {
    sent.push(statement.values?.[0] as string[]);
    return sql.query(statement);
  };
  const pause = (ms: number) => new Promise<void>((resolve) => pauses.push({ ms, end: resolve }));
  const listener = { id: 'here', wake: (channel: string) => void woken.push(channel) };
  const notifier = new Notifier({ sender: notifyByPostgres({ query } as unknown as pg.Pool), listener, log, pause });
  return { notifier, pauses, sent, woken };
}

/** What runs when the current statements have been answered. */
const settled = () => pool.query('select 1').then(() => pool.query('select 1'));

describe('statements', () => {
  test('notify of what they return as `notifies` when it is committed', async () => {
    const received: string[][] = [];
    const sql = new pg.Pool(poolConfig({ url: database.url, onNotifies: (texts) => received.push([...texts]) }));
    await sql.query(`select 'a:1 b' as notifies, 1 as x, 'c' as notifies from generate_series(1, 2)`);
    expect(received.splice(0)).toEqual([['a:1 b', 'c', 'a:1 b', 'c']]);
    const client = await sql.connect();
    const inTransaction = async (end: string) => {
      await client.query('begin');
      await client.query(`select 'kept' as notifies`);
      await client.query('savepoint s');
      await expect(client.query({ name: 'fails', text: 'select 1 / $1::int', values: [0] })).rejects.toThrow(/zero/);
      await client.query('rollback to savepoint s');
      await client.query({ name: 'also', text: `select $1::text as notifies`, values: ['also'] });
      expect(received).toEqual([]);
      await client.query(end);
    };
    await inTransaction('commit');
    expect(received.splice(0)).toEqual([['kept', 'also']]);
    await inTransaction('rollback');
    await expect(client.query(`select 'lost' as notifies, 1 / (n - 2) from generate_series(1, 3) n`)).rejects.toThrow();
    await client.query('select 1');
    expect(received).toEqual([]);
    client.release();
    await sql.end();
  });
});

describe('the notifier', () => {
  test('sends the first notification at once, and what follows within its pause together', async () => {
    const { notifier, pauses, sent, woken } = createManual();
    notifier.notify('a');
    expect(sent).toEqual([['a']]);
    expect(pauses.map(({ ms }) => ms)).toEqual([notifyEveryMs]);
    for (const channel of ['a', 'b', 'a']) notifier.notify(channel);
    await settled();
    expect(sent).toHaveLength(1);
    expect(woken).toEqual(['a', 'a', 'b', 'a']);
    pauses[0]?.end();
    await waitFor(() => sent.length === 2);
    expect(sent[1]).toEqual(['a', 'b']);
    pauses[1]?.end();
    await settled();
    notifier.notify('c');
    expect(sent.slice(2)).toEqual([['c']]);
    pauses[2]?.end();
    await notifier.close();
  });

  test('sends what is waiting before it is closed', async () => {
    const { notifier, pauses, sent } = createManual();
    notifier.notify('a');
    notifier.notify('b');
    const closed = notifier.close();
    pauses[0]?.end();
    await waitFor(() => pauses.length === 2);
    pauses[1]?.end();
    await closed;
    expect(sent).toEqual([['a'], ['b']]);
  });

  test('goes on after a notification that could not be sent', async () => {
    const broken = { query: async () => Promise.reject(new Error('away')) } as unknown as pg.Pool;
    const { notifier, pauses, sent } = createManual(broken);
    notifier.notify('a');
    notifier.notify('b');
    pauses[0]?.end();
    await waitFor(() => sent.length === 2);
    pauses[1]?.end();
    await notifier.close();
  });

  test('wakes its own process once, without a round trip, and every other one', async () => {
    const [here, there] = [createListener(database.url, log), createListener(database.url, log)];
    const received: string[] = [];
    const connected = [here, there].map((listener, index) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      listener.on('changes', (payload) =>
        payload === null ? resolve() : received.push(index === 0 ? 'here' : 'there'),
      );
      return promise;
    });
    await Promise.all(connected);
    const notifier = new Notifier({ sender: notifyByPostgres(pool), listener: here, log });
    notifier.notify('changes');
    expect(received).toEqual(['here']);
    await waitFor(() => received.length === 2);
    // A notification of somebody else arrives behind that of this process.
    await pool.query(`select pg_notify('changes', '')`);
    await waitFor(() => received.length >= 4);
    expect(received.toSorted()).toEqual(['here', 'here', 'there', 'there']);
    await notifier.close();
    await Promise.all([here.close(), there.close()]);
  });
});
