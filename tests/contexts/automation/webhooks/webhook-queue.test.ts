import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { watchQueues } from '../../../../src/platform/work/queues.js';
import { startTestApp, type TestApp } from '../../../support/app.js';

let app: TestApp;
let end: (() => void) | undefined;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  end?.();
  await app.stop();
});

/** Seconds, as a scrape shows them after a new reading. */
async function age(): Promise<number> {
  end?.();
  end = watchQueues(app.services.db.pool);
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(/^workspace_automation_queue_age_seconds\{kind="webhooks"\} (.*)$/m.exec(text)?.[1]);
}

test('the age of the queue of webhooks counts what waits for a worker, not for a receiver', async () => {
  const { pool } = app.services.db;
  const { workspaceId } = await app.seed.owner();
  const { rows } = await pool.query<{ id: string }>(
    `insert into webhooks (workspace_id, id, url, events, description, is_active, encrypted_secret, created_at, updated_at)
     values ($1, uuidv7(), 'https://example.com/', '{*}', '', true, '', now(), now()) returning id`,
    [workspaceId],
  );
  const id = rows[0]?.id;
  await pool.query(
    `insert into webhook_deliveries (workspace_id, webhook_id, event_id, event_type, order_key, body, bytes, due_at, created_at, updated_at)
     select $1, $2, 'event' || n, 'contact.created', 'key', '{}', 2, now() - interval '1 hour', now(), now() from generate_series(1, 3) n`,
    [workspaceId, id],
  );
  expect(await age()).toBeGreaterThanOrEqual(3_600);

  await pool.query(`update webhooks set retry_at = now() + interval '1 hour' where id = $1`, [id]);
  expect(await age()).toBe(0);

  const worker = await pool.query<{ id: string }>(
    `insert into workers (id, lease_until) values (uuidv7(), now() + interval '1 hour') returning id`,
  );
  const workerId = worker.rows[0]?.id;
  await pool.query('update webhooks set retry_at = null, worker_id = $2 where id = $1', [id, workerId]);
  expect(await age()).toBe(0);
  await pool.query('delete from workers where id = $1', [workerId]);
  expect(await age()).toBeGreaterThanOrEqual(3_600);

  await pool.query('update webhooks set is_active = false where id = $1', [id]);
  expect(await age()).toBe(0);
});
