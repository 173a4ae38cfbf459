import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { copyIn, copyOut } from '../../src/platform/backup/index.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let client: pg.Client;

const connect = async () => {
  const made = new pg.Client({ connectionString: database.url });
  // The statement that uses the connection fails anyway.
  made.on('error', () => undefined);
  await made.connect();
  return made;
};

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = await connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const all = async (rows: AsyncIterable<Buffer>) => {
  const texts: string[] = [];
  for await (const row of rows) texts.push(row.toString());
  return texts;
};
/** Whether the connection answers the next statement. */
const answers = async () => (await client.query<{ is: boolean }>('select true as is')).rows[0]?.is;

describe('copyOut', () => {
  test('yields each row with its line break, whatever is in it and however long it is', async () => {
    const text = `copy (values (E'a\\nb\\tc\\\\'), (repeat('x', 300000)), (''), (null)) to stdout`;
    expect(await all(copyOut(client, text))).toEqual(['a\\nb\\tc\\\\\n', `${'x'.repeat(300_000)}\n`, '\n', '\\N\n']);
    expect(await all(copyOut(client, 'copy (select 1 where false) to stdout'))).toEqual([]);
  });

  test('reads no faster than rows are taken', async () => {
    const { stream } = (client as unknown as { connection: pg.Connection }).connection;
    const received = () => (stream as Socket).bytesRead;
    const before = received();
    const rows = copyOut(client, `copy (select repeat('x', 1000) from generate_series(1, 50000)) to stdout`);
    await rows.next();
    // Postgres is asked by another connection until it waits for this one.
    const other = await connect();
    const waits = `select from pg_stat_activity where wait_event = 'ClientWrite' and datname = current_database()`;
    while ((await other.query(waits)).rowCount === 0);
    await other.end();
    expect(received() - before).toBeLessThan(1_000_000);
    expect((await all(rows)).length).toBe(49_999);
  });

  test('leaves a connection that answers when the caller stops, or fails', async () => {
    const many = 'copy (select * from generate_series(1, 100000)) to stdout';
    for await (const _ of copyOut(client, many)) break;
    expect(await answers()).toBe(true);
    const failing = async () => {
      for await (const row of copyOut(client, many)) if (row.length === 5) throw new Error('the disk is full');
    };
    await expect(failing()).rejects.toThrow('the disk is full');
    expect(await answers()).toBe(true);
  });

  test('fails with the error of Postgres, before the first row and after it', async () => {
    await expect(all(copyOut(client, 'copy nothing to stdout'))).rejects.toMatchObject({ code: '42P01' });
    expect(await answers()).toBe(true);
    const later = `copy (select 1 / (20000 - i) from generate_series(1, 30000) i) to stdout`;
    await expect(all(copyOut(client, later))).rejects.toMatchObject({ code: '22012' });
    expect(await answers()).toBe(true);
  });

  test('fails when the connection is lost', async () => {
    const lost = await connect();
    const { rows } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid');
    // It waits for a lock that is never released to it.
    await client.query('select pg_advisory_lock(1)');
    const copied = copyOut(lost, 'copy (select pg_advisory_lock(1)) to stdout');
    const failed = expect(copied.next()).rejects.toThrow('terminating connection');
    await client.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await failed;
    await client.query('select pg_advisory_unlock(1)');
  });
});

describe('copyIn', () => {
  beforeEach(() => client.query('create temp table if not exists copied (i int); truncate copied'));
  const count = async () => (await client.query<{ n: number }>('select count(*)::int as n from copied')).rows[0]?.n;

  async function* numbers(to: number, end: () => string | Promise<string> = () => '') {
    for (let i = 1; i <= to; i++) yield Buffer.from(`${i}\n`);
    yield Buffer.from(await end());
  }

  test('writes what the source yields', async () => {
    await copyIn(client, 'copy copied from stdin', numbers(5_000));
    expect(await count()).toBe(5_000);
  });

  test('writes nothing when the source fails, and leaves a connection that answers', async () => {
    const failing = numbers(10, () => Promise.reject(new Error('the file ends too early')));
    await expect(copyIn(client, 'copy copied from stdin', failing)).rejects.toThrow('the file ends too early');
    expect(await count()).toBe(0);
  });

  test('fails with the error of Postgres for rows, and for the statement', async () => {
    const wrong = copyIn(
      client,
      'copy copied from stdin',
      numbers(5_000, () => 'x\n'),
    );
    await expect(wrong).rejects.toMatchObject({ code: '22P02' });
    expect(await count()).toBe(0);
    // Without an end: it is stopped by the error.
    async function* endless() {
      for (;;) {
        yield Buffer.from('x\n');
        await new Promise(setImmediate);
      }
    }
    await expect(copyIn(client, 'copy copied from stdin', endless())).rejects.toMatchObject({ code: '22P02' });
    expect(await count()).toBe(0);
    await expect(copyIn(client, 'copy nothing from stdin', numbers(3))).rejects.toMatchObject({ code: '42P01' });
    expect(await answers()).toBe(true);
  });

  test('takes no more from the source than Postgres reads', async () => {
    const holder = await connect();
    await holder.query(`create table held (t text); create function wait() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return new; end'; create trigger wait before insert on held
      for each row execute function wait()`);
    await holder.query('select pg_advisory_lock(1)');
    let taken = 0;
    async function* source() {
      for (; taken < 100; taken++) yield Buffer.from(`${'x'.repeat(500_000)}\n`);
    }
    const copied = copyIn(client, 'copy held from stdin', source());
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await holder.query(waits)).rowCount === 0);
    // What the sockets hold.
    expect(taken).toBeLessThan(30);
    await holder.query('select pg_advisory_unlock(1)');
    await holder.end();
    await copied;
    expect(taken).toBe(100);
  });
});
