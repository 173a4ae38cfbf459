import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../../../../../migrations/index.js';
import { migrate } from '../../../../../src/platform/database/migrate.js';
import { derivedId } from '../../../../../src/platform/new-id.js';
import { createEmptyDatabase, type TestDatabase } from '../../../../support/database.js';

const name = '20261122160100-close-the-outbox';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createEmptyDatabase();
  const before = migrations.slice(
    0,
    migrations.findIndex((migration) => migration.name === name),
  );
  await migrate({ url: database.url, migrations: before });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}, 60_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

const idOf = async (text: string, values: unknown[] = []): Promise<string> =>
  (await client.query<{ id: string }>(text, values)).rows[0]?.id as string;

test('messages that are there are told what they belong to, and show the tokens of links no more', async () => {
  const account = await idOf("insert into accounts (id, name) values (uuidv7(), 'Acme') returning id");
  const workspace = await idOf(
    "insert into workspaces (id, account_id, name) values (uuidv7(), $1, 'Acme') returning id",
    [account],
  );
  const contact = await idOf(
    `insert into contacts (workspace_id, id, name, status, tags, do_not_contact, custom_fields, created_at, updated_at)
     values ($1, uuidv7(), 'Ana', 'lead', '{}', false, '{}', now(), now()) returning id`,
    [workspace],
  );
  const campaign = await idOf(
    `insert into campaigns (workspace_id, id, name, channel, status, audience, sent_count, delivered_count, failed_count, created_at, updated_at)
     values ($1, uuidv7(), 'Spring', 'sms', 'sent', '{}', 1, 0, 0, now(), now()) returning id`,
    [workspace],
  );
  const recipient = await idOf(
    `insert into campaign_recipients (workspace_id, campaign_id, contact_id, status, created_at, updated_at)
     values ($1, $2, $3, 'sent', now(), now()) returning id`,
    [workspace, campaign, contact],
  );
  const conversation = await idOf(
    `insert into conversations (workspace_id, id, contact_id, channel, status, created_at, updated_at)
     values ($1, uuidv7(), $2, 'sms', 'open', now(), now()) returning id`,
    [workspace, contact],
  );
  await client.query(
    `insert into messages (workspace_id, id, conversation_id, direction, author, body, status, created_at, updated_at)
     values ($1, $2, $3, 'outbound', 'flow', 'Hi', 'sent', now(), now())`,
    [workspace, derivedId(`${workspace} run:asked:`), conversation],
  );
  const left = (key: string, body = 'Hi', run: string | null = null) =>
    client.query(
      `insert into outbox_messages (workspace_id, id, idempotency_key, channel, recipient, body, source, status, message_id, execution_id, node_id)
       values ($1, uuidv7(), $2, 'email', 'ana@example.com', $3, 'platform', 'sent', 'm', $4, 'ask')`,
      [workspace, key, body, run],
    );
  const run = await idOf(
    `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, started_at, created_at)
     values (uuidv7(), $1, uuidv7(), 'F', 1, 'manual', now(), now()) returning id`,
    [workspace],
  );
  await client.query(
    `insert into execution_steps (workspace_id, execution_id, id, node_id, iteration, node_type, name, attempt, status, started_at)
     values ($1, $2, uuidv7(), 'ask', '', 'message.waitReply', 'Ask', 1, 'waiting', now())`,
    [workspace, run],
  );
  await left(`message:${recipient}`);
  await left('message:01890000-0000-7000-8000-000000000001');
  await left('run:mail:', 'Open http://localhost:4000/approve#token=WyIw_a-b.c-D_9 or https://a.example/?token=kept\n');
  // Asked by a step that is there, and by one that retention has removed.
  await left('run:ask:', 'Hi', run);
  await left('run:asked:');

  await migrate({ url: database.url, migrations });

  const { rows } = await client.query({
    text: 'select origin, body from outbox_messages order by id',
    rowMode: 'array',
  });
  expect(rows).toEqual([
    ['campaign', 'Hi'],
    ['conversation', 'Hi'],
    ['flow', 'Open http://localhost:4000/approve#token=•••• or https://a.example/?token=kept\n'],
    ['conversation', 'Hi'],
    ['conversation', 'Hi'],
  ]);
});
