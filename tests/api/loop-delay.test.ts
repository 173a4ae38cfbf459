import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Sql } from '../../src/platform/database/sql.js';
import { watchQueues } from '../../src/platform/work/queues.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { recordStatements } from '../support/statements.js';

let app: TestApp;
let delay = 0;

beforeAll(async () => {
  app = await startTestApp({ loopDelay: { p99: () => delay, stop: () => undefined } });
});

afterAll(() => app.stop());

test('the server is not ready while its event loop is held', async () => {
  delay = 900;
  expect(await app.rest('GET /readyz')).toMatchObject({ status: 200 });
  delay = 1_250;
  expect(await app.rest('GET /readyz')).toMatchObject({
    status: 503,
    body: { reason: 'The event loop of this process is held: 1 of 100 callbacks waits 1250 ms or longer.' },
  });
  expect(await app.rest('GET /healthz')).toMatchObject({ status: 200 });
  // What was too much is over only once it is well below.
  delay = 900;
  expect(await app.rest('GET /readyz')).toMatchObject({ status: 503 });
  delay = 400;
  expect(await app.rest('GET /readyz')).toMatchObject({ status: 200 });
  delay = 900;
  expect(await app.rest('GET /readyz')).toMatchObject({ status: 200 });
});

test('the delay of the event loop is a metric', async () => {
  delay = 1_250;
  const text = await (await fetch(`${app.url}/metrics`)).text();
  expect(text).toMatch(/^workspace_automation_event_loop_delay_p99_seconds 1.25$/m);
});

test('scrapes share one reading of the queues, of the archive and of the backups, and without the database the other metrics are still shown', async () => {
  const scrape = async () => (await fetch(`${app.url}/metrics`)).text();
  const endQueues = watchQueues(app.services.db.pool);
  const during = recordStatements(app);
  const statements = await during(async () => {
    const [first] = await Promise.all([scrape(), scrape(), scrape()]);
    expect(first).toMatch(/^workspace_automation_queue_depth\{kind="executions"\} 0$/m);
  });
  // The archive and the backups were read by the scrape of an earlier test, or once by these.
  const others = statements.filter((name) => name !== 'read_queues').sort();
  expect(statements).toHaveLength(others.length + 1);
  expect(others).toEqual(['archiver_age', 'backup_age'].filter((name) => others.includes(name)));
  endQueues();

  const end = watchQueues({ query: () => Promise.reject(new Error('The database is away.')) } as unknown as Sql);
  await scrape();
  const text = await scrape();
  end();
  expect(text).toMatch(/^workspace_automation_queue_reading_failures_total [1-9]/m);
  expect(text).not.toContain('queue_depth{');
  expect(text).toContain('event_loop_delay_p99_seconds');
});
