import { expect, test } from '@jest/globals';
import pg from 'pg';
import { messagesOf } from '../../../src/platform/adapters/pg.js';
import { createEmptyDatabase } from '../../support/database.js';

test('a client has the messages of the protocol as events, with what is read of them', async () => {
  const database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  const seen: unknown[] = [];
  messagesOf(client)
    .on('errorMessage', ({ code }) => seen.push(code))
    .on('rowDescription', ({ fields }) => seen.push(fields[0].name))
    .on('dataRow', ({ fields }) => seen.push(String(fields[0])))
    .on('commandComplete', ({ text }) => seen.push(text))
    .on('readyForQuery', ({ status }) => seen.push(status));
  await client.connect();
  await client.query('begin');
  await client.query('select $1::text as channel', ['a b']);
  await client.query('select 1 / 0 as never').catch(() => undefined);
  await client.query('rollback');
  expect(seen).toEqual(['I', 'BEGIN', 'T', 'channel', 'a b', 'SELECT 1', 'T', '22012', 'E', 'ROLLBACK', 'I']);
  await client.end();
  await database.drop();
});
