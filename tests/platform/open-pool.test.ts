import { expect, test } from '@jest/globals';
import { openPool } from '../../src/platform/database/open-pool.js';
import { createTestDatabase } from '../support/database.js';

test('a connection that breaks inside of a transaction fails its own statements only', async () => {
  const database = await createTestDatabase();
  const pool = openPool({ connectionString: database.url, max: 2 });
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // `once` of node:events would listen for errors, too.
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(client.query('commit')).rejects.toThrow();
  client.release(true);
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await pool.end();
  await database.drop();
});
