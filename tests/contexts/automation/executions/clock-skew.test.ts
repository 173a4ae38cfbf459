import { expect, test } from '@jest/globals';
import { databaseTime } from '../../../../src/platform/database/database-clock.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import { startTestWorker } from '../../../support/worker.js';

const set = (id: string, name: string, value: string) => node(id, 'data.set', { assignments: [{ name, value }] });
const ask = (id: string) => node(id, 'wait.approval', { message: 'Continue?' });

test('variables have their last value, although the clock of the second worker is a minute behind', async () => {
  const app = await startTestApp();
  const owner = await app.seed.owner();
  const content = graph(
    [
      node('start', 'trigger.manual'),
      set('first', 'x', 'first'),
      ask('once'),
      set('second', 'x', 'second'),
      ask('twice'),
      set('seen', 'seen', '{{variables.x}}'),
    ],
    'start>first',
    'first>once',
    'once:approved>second',
    'second>twice',
    'twice:approved>seen',
  );
  const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
  const approve = async (nodeId: string) => {
    const waiting = ({ steps, phase }: Awaited<ReturnType<typeof reached>>) =>
      phase === 'waiting' && steps.some((step) => step.nodeId === nodeId && step.status === 'waiting');
    const { steps } = await reached(app, owner, id, waiting);
    const step = steps.find((one) => one.nodeId === nodeId);
    const path = `/workspaces/${owner.workspaceId}/flows/executions/${id}/approvals/${step?.id}`;
    await app.rest(`POST ${path}`, { as: owner.token, body: { decision: 'approved' } });
  };

  const ahead = await startTestWorker(app);
  await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  await ahead.stop();
  const behind = await startTestWorker(app, { now: () => new Date(Date.now() - 60_000) });
  await approve('once');
  await approve('twice');
  expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', output: { seen: 'second' } });
  const { rows } = await app.services.db.pool.query<{ node: string; isOrdered: boolean }>(
    `select node_id as node, finished_at >= started_at as "isOrdered"
     from execution_steps where execution_id = $1 order by seq`,
    [id],
  );
  expect(rows.map((row) => row.node)).toEqual(['start', 'first', 'once', 'second', 'twice', 'seen']);
  expect(rows.every(({ isOrdered }) => isOrdered)).toBe(true);
  expect(await app.services.db.pool.query('select 1 from executions where finished_at < started_at')).toMatchObject({
    rowCount: 0,
  });
  await behind.stop();
  await app.stop();
});

/** Milliseconds by which a time that a process stores can be wrong: less than the round trip of the statement that read it. */
const accuracyMs = 2_000;

test.each([
  ['half a minute ahead, and ended by a worker whose clock is half a minute behind', 30_000],
  ['half a minute behind, and ended by a worker whose clock is half a minute ahead', -30_000],
])('a wait of a second that a worker began whose clock is %s, lasts a second', async (_, aheadMs) => {
  const app = await startTestApp();
  const owner = await app.seed.owner();
  const content = graph(
    [node('start', 'trigger.manual'), node('wait', 'logic.delay', { seconds: 1 }), set('end', 'x', 'y')],
    'start>wait',
    'wait>end',
  );
  const flow = await app.seed.flow(owner, content);
  const now = async () => (await databaseTime(app.services.db.pool)).getTime();

  // It takes nothing more from the queue when the wait is stored, so the other one ends it.
  const stored = Promise.withResolvers<void>();
  const begins = await startTestWorker(app, {
    machineNow: () => Date.now() + aheadMs,
    shutdownGraceSeconds: 30,
    reached: (point) => {
      if (point === 'before-settling') stored.resolve(begins.stop());
    },
  });
  const before = await now();
  const id = await trigger(app, owner, flow.id);
  await stored.promise;
  const waiting = await now();
  const { wait: begun } = await stepsOf(app, id);
  expect(begun).toMatchObject({ status: 'waiting', finished: null });
  const resumes = begun?.resumes ?? 0;
  expect(resumes).toBeGreaterThan(before + 1_000 - accuracyMs);
  expect(resumes).toBeLessThan(waiting + 1_000 + accuracyMs);

  const ends = await startTestWorker(app, { machineNow: () => Date.now() - aheadMs });
  expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
  const ended = await now();
  const { wait, end } = await stepsOf(app, id);
  for (const time of [wait?.finished, end?.started, end?.finished]) {
    expect(time).toBeGreaterThan(resumes - accuracyMs);
    expect(time).toBeLessThan(ended + accuracyMs);
  }
  expect(wait?.finished).toBeGreaterThanOrEqual(wait?.started ?? Number.NaN);
  await ends.stop();
  await app.stop();
});

test('a process that drives no executions writes the times of the database, whatever its own clock says', async () => {
  const app = await startTestApp({ machineNow: () => Date.now() - 3_600_000 });
  const { pool } = app.services.db;
  const before = await databaseTime(pool);
  const owner = await app.seed.owner();
  const { id } = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
  const { rows } = await pool.query<{ at: number }>(
    'select (extract(epoch from created_at) * 1000)::float8 as at from flows where id = $1',
    [id],
  );
  expect(rows[0]?.at).toBeGreaterThan(before.getTime() - accuracyMs);
  expect(rows[0]?.at).toBeLessThan((await databaseTime(pool)).getTime() + accuracyMs);
  await app.stop();
});

/** A step as it is stored; its times in milliseconds since 1970. */
interface StoredStep {
  node: string;
  status: string;
  started: number;
  resumes: number | null;
  finished: number | null;
}

/** The steps of an execution, by node. */
async function stepsOf(app: TestApp, id: string): Promise<Record<string, StoredStep>> {
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  const { rows } = await app.services.db.pool.query<StoredStep>(
    `select node_id as node, status, ${ms('started_at')} as started, ${ms('resume_at')} as resumes,
       ${ms('finished_at')} as finished
     from execution_steps where execution_id = $1`,
    [id],
  );
  return Object.fromEntries(rows.map((row) => [row.node, row]));
}
