import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { awaitEnd } from '../../src/contexts/automation/executions/index.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database.js';
import { trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';

/** Of a cluster of its own: what is open in the one of all tests would hold up their event logs. */
let database: OwnDatabase;
let app: TestApp;
let owner: Owner;
/** A writer in another database of the cluster that has not ended. */
let foreign: pg.Client;

beforeAll(async () => {
  database = await createOwnDatabase();
  app = await startTestApp({ worker: true, database });
  owner = await app.seed.owner();
  const other = new URL(database.url);
  other.pathname = 'postgres';
  foreign = new pg.Client({ connectionString: other.href });
  await foreign.connect();
});

afterAll(async () => {
  await foreign.end();
  await app.stop();
  await database.drop();
});

/** Less than the 25 seconds after which an answer is given with what there is by then. */
const limitMs = 20_000;

/** What is asked while the other transaction is open, which ends after the answer. */
async function amidForeignTransaction<T>(ask: () => Promise<T>): Promise<T> {
  await foreign.query('begin');
  await foreign.query('select pg_current_xact_id()');
  try {
    return await ask();
  } finally {
    await foreign.query('rollback');
  }
}

async function flow(type: string, data: Record<string, unknown>) {
  const end = node('end', 'data.set', { assignments: [{ name: 'got', value: '{{triggerData.n}}' }] });
  // It ends while somebody waits for it.
  const pause = node('pause', 'logic.delay', { seconds: 0.5 });
  return app.seed.flow(owner, graph([node('start', type, data), pause, end], 'start>pause', 'pause>end'));
}

describe('beside a transaction that is open in another database of the cluster', () => {
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
});
