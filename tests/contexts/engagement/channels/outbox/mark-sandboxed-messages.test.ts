import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../../../../../migrations/index.js';
import { migrate } from '../../../../../src/platform/database/migrate.js';
import { derivedId } from '../../../../../src/platform/new-id.js';
import { createEmptyDatabase, type TestDatabase } from '../../../../support/database.js';

const name = '20261122160000-mark-sandboxed-messages';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createEmptyDatabase();
  const earlier = migrations.slice(
    0,
    migrations.findIndex((migration) => migration.name === name),
  );
  await migrate({ url: database.url, migrations: earlier });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}, 60_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

const value = async (text: string, values: unknown[] = []) => {
  const { rows } = await client.query({ text, values, rowMode: 'array' });
  return (rows as unknown[][])[0]?.[0] as string;
};
const statesOf = async (table: string) =>
  (await client.query({ text: `select status, sent_at is not null from ${table} order by id`, rowMode: 'array' })).rows;

test('messages that only the sandbox took before are sandboxed, and nothing else changes', async () => {
  const account = await value("insert into accounts (id, name) values (uuidv7(), 'Acme') returning id");
  const workspace = await value(
    "insert into workspaces (id, account_id, name) values (uuidv7(), $1, 'Acme') returning id",
    [account],
  );
  const contact = await value(
    `insert into contacts (workspace_id, id, name, status, tags, do_not_contact, custom_fields, created_at, updated_at)
     values ($1, uuidv7(), 'Ana', 'lead', '{}', false, '{}', now(), now()) returning id`,
    [workspace],
  );
  const conversation = await value(
    `insert into conversations (workspace_id, id, contact_id, channel, status, created_at, updated_at)
     values ($1, uuidv7(), $2, 'sms', 'open', now(), now()) returning id`,
    [workspace, contact],
  );
  const campaign = await value(
    `insert into campaigns (workspace_id, id, name, channel, status, audience, sent_count, delivered_count, failed_count, created_at, updated_at)
     values ($1, uuidv7(), 'Spring', 'sms', 'sent', '{}', 2, 0, 0, now(), now()) returning id`,
    [workspace],
  );
  const message = (id: string) =>
    value(
      `insert into messages (workspace_id, id, conversation_id, direction, author, body, status, sent_at, created_at, updated_at)
       values ($1, $2, $3, 'outbound', 'flow', 'Hi', 'sent', now(), now(), now()) returning id`,
      [workspace, id, conversation],
    );
  const left = (key: string, source: string) =>
    client.query(
      `insert into outbox_messages (workspace_id, id, idempotency_key, channel, recipient, body, source, status, message_id)
       values ($1, uuidv7(), $2, 'sms', '+34600000001', 'Hi', $3, 'sent', uuidv7()::text)`,
      [workspace, key, source],
    );
  // Of a queue, of a step, one that left, and one of which nobody has written yet how it left.
  const [queued, , real] = [
    await message('01890000-0000-7000-8000-000000000001'),
    await message(derivedId(`${workspace} run:ask:`)),
    await message('01890000-0000-7000-8000-000000000003'),
    await message('01890000-0000-7000-8000-000000000004'),
  ];
  await left(`message:${queued}`, 'sandbox');
  await left('run:ask:', 'sandbox');
  await left(`message:${real}`, 'platform');
  for (const source of ['sandbox', 'byok']) {
    const other = await value(
      `insert into contacts (workspace_id, id, name, status, tags, do_not_contact, custom_fields, created_at, updated_at)
       values ($1, uuidv7(), 'Ben', 'lead', '{}', false, '{}', now(), now()) returning id`,
      [workspace],
    );
    const recipient = await value(
      `insert into campaign_recipients (workspace_id, campaign_id, contact_id, status, sent_at, created_at, updated_at)
       values ($1, $2, $3, 'sent', now(), now(), now()) returning id`,
      [workspace, campaign, other],
    );
    await left(`message:${recipient}`, source);
  }

  await migrate({ url: database.url, migrations });

  const outbox = await client.query({
    text: 'select source, status from outbox_messages order by id',
    rowMode: 'array',
  });
  expect(outbox.rows).toEqual([
    ...[
      ['sandbox', 'sandboxed'],
      ['sandbox', 'sandboxed'],
      ['platform', 'sent'],
      ['sandbox', 'sandboxed'],
      ['byok', 'sent'],
    ],
  ]);
  const byId = await statesOf('messages');
  expect(byId.filter(([status, hasTime]) => status === 'sandboxed' && !hasTime)).toHaveLength(2);
  expect(byId.filter(([status, hasTime]) => status === 'sent' && hasTime)).toHaveLength(2);
  expect(await statesOf('campaign_recipients')).toEqual([
    ['sandboxed', false],
    ['sent', true],
  ]);
  const { rows } = await client.query('select sent_count, sandboxed_count from campaigns');
  expect(rows).toEqual([{ sent_count: 1, sandboxed_count: 1 }]);
  const counted = `select sum(n)::integer from analytics_deltas where dims[1] = 'sandboxed'`;
  expect(await value(counted)).toBe(3);
  await expect(left('again', 'sandbox')).rejects.toThrow('outbox_messages_sandboxed');
});
