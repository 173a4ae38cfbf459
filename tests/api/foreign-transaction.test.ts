import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { awaitEnd } from '../../src/contexts/automation/executions/index.js';
import { LogLag } from '../../src/platform/feed/index.js';
import { createLog } from '../../src/platform/log.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database.js';
import { trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';

/** Of a cluster of its own: what is open in the one of all tests would hold up their event logs. */
let database: OwnDatabase;
let app: TestApp;
let owner: Owner;
/** Writers in another database of the cluster, and in the same one, that have not ended. */
let writers: pg.Client[];

beforeAll(async () => {
  database = await createOwnDatabase();
  app = await startTestApp({ worker: true, database });
  owner = await app.seed.owner();
  const other = new URL(database.url);
  other.pathname = 'postgres';
  writers = [other.href, database.url].map((connectionString) => new pg.Client({ connectionString }));
  for (const writer of writers) await writer.connect();
});

afterAll(async () => {
  for (const writer of writers) await writer.end();
  await app.stop();
  await database.drop();
});

/** Less than the 25 seconds after which an answer is given with what there is by then. */
const limitMs = 20_000;

/** What is asked while the other transactions are open, which end after the answer. */
async function amidForeignTransaction<T>(ask: () => Promise<T>): Promise<T> {
  for (const writer of writers) {
    await writer.query('begin');
    await writer.query('select pg_current_xact_id()');
  }
  try {
    return await ask();
  } finally {
    for (const writer of writers) await writer.query('rollback');
  }
}

async function flow(type: string, data: Record<string, unknown>) {
  const end = node('end', 'data.set', { assignments: [{ name: 'got', value: '{{triggerData.n}}' }] });
  // It ends while somebody waits for it.
  const pause = node('pause', 'logic.delay', { seconds: 0.5 });
  return app.seed.flow(owner, graph([node('start', type, data), pause, end], 'start>pause', 'pause>end'));
}

describe('beside transactions that are open in this and another database of the cluster', () => {
  test(
    'a synchronous webhook answers with the result of its run',
    async () => {
      const { webhookPath } = await flow('trigger.webhook', { responseMode: 'result' });
      const answer = await amidForeignTransaction(() => app.rest(`POST ${webhookPath}`, { body: { n: 7 } }));
      expect(answer).toMatchObject({ status: 200, body: { data: { status: 'completed', output: { got: 7 } } } });
    },
    limitMs,
  );

  test(
    'a call of a tool answers with what it came to',
    async () => {
      const { id } = await flow('trigger.aiTool', { toolName: 'echo', description: 'Echoes a number.' });
      const path = `POST /workspaces/${owner.workspaceId}/flows/${id}/call`;
      const body = { arguments: { n: 7 } };
      const answer = await amidForeignTransaction(() => app.rest(path, { as: owner.token, body }));
      expect(answer).toMatchObject({ status: 200, body: { data: { status: 'completed', output: { got: 7 } } } });
    },
    limitMs,
  );

  test('whoever waits for an end is told of it, however long they would wait', async () => {
    const { id } = await flow('trigger.manual', {});
    const { workspaceId } = owner;
    const answer = await amidForeignTransaction(async () => {
      const executionId = await trigger(app, owner, id, { triggerData: { n: 7 } });
      return awaitEnd(app.services, { workspaceId, executionId }, { withinMs: 3_600_000 });
    });
    expect(answer).toMatchObject({ status: 'completed', output: { got: 7 } });
  });

  test.each(['executionUpdated', 'flowExecutionUpdated', 'workspaceExecutionUpdated'])(
    '%s publishes every change at once',
    async (field) => {
      const { id: flowId } = await flow('trigger.manual', {});
      await amidForeignTransaction(async () => {
        const executionId = await trigger(app, owner, flowId, { triggerData: { n: 7 } });
        const first = await statusesOf(field, { flowId, executionId });
        expect(first.at(-1)).toBe('completed');
      });
    },
    limitMs,
  );
});

test('a transaction that lags is reported once, with its process and application, though nobody waits', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  const lag = new LogLag({ sql: app.services.db.pool, log, lateSeconds: 0 });
  const looked = async () => {
    await lag.look();
    return lag.seconds;
  };
  const writer = new pg.Client({ connectionString: database.url, application_name: 'nightly export' });
  await writer.connect();
  try {
    await writer.query('begin');
    const { rows } = await writer.query('select pg_current_xact_id(), pg_backend_pid() as pid');
    // One look finds it, unless a short one is older still; the next one that it is open.
    await waitFor(async () => (await looked()) > 0);
    expect(await looked()).toBeGreaterThan(0);
    const { pid } = rows[0];
    expect(lines).toMatchObject([{ level: 'warn', blockingPid: pid, application: 'nightly export' }]);
    expect(lines[0]?.msg).toContain(`the transaction of pid ${pid} (nightly export) is open`);
  } finally {
    await writer.end();
  }
  await waitFor(async () => (await looked()) === 0);
});

/** The statuses that a subscription publishes of an execution, until it has ended. */
async function statusesOf(field: string, { flowId, executionId }: Record<string, string>): Promise<string[]> {
  const ids = { executionUpdated: `executionId: "${executionId}",`, flowExecutionUpdated: `flowId: "${flowId}",` };
  const own = ids[field as keyof typeof ids] ?? '';
  const source = app.subscribe<{ event: { execution: { id: string; status: string } } }>(
    `subscription ($w: ID!) { event: ${field}(${own} workspaceId: $w) { execution { id status } } }`,
    { w: owner.workspaceId },
    owner.token,
  );
  const statuses: string[] = [];
  for await (const { data } of source) {
    const { id, status } = data?.event.execution ?? {};
    if (id !== executionId || status === undefined) continue;
    statuses.push(status);
    if (statuses.at(-1) !== 'running') break;
  }
  return statuses;
}
