import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import { waitFor } from '../support/wait-for.js';
import { spawnWorker } from './spawn-worker.js';

let app: TestApp;
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  app = await startTestApp();
}, 60_000);

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await app.stop();
});

async function startWorker(point?: string, times = 1): Promise<ChildProcess> {
  const worker = spawnWorker({ url: app.database.url, point, times, leaseSeconds: 2 });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return worker;
}

async function killedAtPoint(worker: ChildProcess): Promise<void> {
  const [, signal] = await once(worker, 'exit');
  expect(signal).toBe('SIGKILL');
}

test.each(['before-effect', 'after-effect'])(
  'the event of a step is published once when its worker is killed %s',
  async (point) => {
    const owner = await app.seed.owner();
    const publish = node('publish', 'event.publish', {
      eventType: 'custom.paid',
      // Another text in each attempt: the first one stays.
      data: { order: 17, at: '{{now}}' },
      ttlSeconds: 60,
    });
    const publishing = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), publish], 'start>publish'));
    const started = await app.seed.flow(
      owner,
      graph([node('start', 'trigger.crmEvent', { eventType: 'custom.paid' }), node('end', 'logic.stop')], 'start>end'),
    );
    const killed = await startWorker(point);
    const id = await trigger(app, owner, publishing.id);
    await killedAtPoint(killed);
    const healthy = await startWorker();
    const { status, steps } = await reached(app, owner, id);
    expect(status).toBe('completed');
    const { rows } = await app.services.db.pool.query<{ id: string; chain: string[] }>(
      'select id, chain from executions where flow_id = $1',
      [started.id],
    );
    expect(rows).toEqual([{ id: expect.any(String), chain: [publishing.id] }]);
    const published = steps.find(({ nodeId }) => nodeId === 'publish');
    const { eventId } = { ...(published?.output as { eventId: string } | undefined) };
    expect(published).toMatchObject({
      interruptions: 1,
      output: { eventId: expect.any(String), executionIds: [rows[0]?.id] },
    });
    const { rows: kept } = await app.services.db.pool.query('select id from kept_events where workspace_id = $1', [
      owner.workspaceId,
    ]);
    expect(kept).toEqual([{ id: eventId }]);
    healthy.kill('SIGKILL');
  },
  60_000,
);

test('a wait is ended by the event that its conditions meet, and one looks back, when their worker was killed', async () => {
  const owner = await app.seed.owner();
  const wait = (id: string, data: object) => node(id, 'wait.event', { eventType: 'custom.order', ...data });
  const conditions = [{ left: '{{event.data.n}}', operator: 'gt', right: '{{triggerData.n}}' }];
  const content = graph(
    [
      node('start', 'trigger.manual'),
      wait('first', { conditions }),
      wait('second', { conditions, lookbackSeconds: 60 }),
    ],
    'start>first',
    'first>second',
  );
  const { id: flowId } = await app.seed.flow(owner, content);
  const killed = await startWorker();
  const id = await trigger(app, owner, flowId, { triggerData: { n: 5 } });
  await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  killed.kill('SIGKILL');
  const publish = async (n: number) => {
    const { status } = await app.rest(`POST /workspaces/${owner.workspaceId}/events`, {
      as: owner.token,
      body: { type: 'custom.order', data: { n } },
    });
    expect(status).toBe(202);
  };
  for (const n of [9, 5, 6]) await publish(n);
  const healthy = await startWorker();
  const ended = await waitFor(async () => {
    const execution = await reached(app, owner, id, () => true);
    return execution.status === 'running' ? null : execution;
  });
  expect(ended.steps.map(({ nodeId, output }) => [nodeId, (output as { data?: { n: number } }).data?.n])).toEqual([
    ['start', undefined],
    ['first', 9],
    ['second', 6],
  ]);
  healthy.kill('SIGKILL');
}, 60_000);
