import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
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

async function startWorker(point?: string, times = 3): Promise<ChildProcess> {
  const worker = spawnWorker({ url: app.database.url, point, times, leaseSeconds: 2 });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return worker;
}

test.each(['before-effect', 'after-effect'])(
  'what a step changes in the state is not repeated when its worker is killed %s',
  async (point) => {
    const owner = await app.seed.owner();
    const content = graph(
      [
        node('start', 'trigger.manual'),
        node('add', 'state.increment', { key: 'n' }),
        node('see', 'state.seen', { key: 'order', ttlSeconds: 60 }),
        node('set', 'state.set', { key: 'last', value: '{{default(state.last, 0) + 1}}', expected: '{{state.last}}' }),
        node('again', 'state.increment', { key: 'n', by: 10 }),
      ],
      'start>add',
      'add>see',
      'see:new>set',
      'set>again',
    );
    const flow = await app.seed.flow(owner, content);
    const killed = await startWorker(point);
    const id = await trigger(app, owner, flow.id);
    const [, signal] = await once(killed, 'exit');
    expect(signal).toBe('SIGKILL');
    const healthy = await startWorker();
    const { status, steps } = await reached(app, owner, id);
    expect(status).toBe('completed');
    const { rows } = await app.services.db.pool.query<{ key: string; value: unknown }>(
      'select key, value from flow_state where flow_id = $1',
      [flow.id],
    );
    const values = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    expect(values).toEqual({ n: 11, last: 1, order: expect.any(String) });
    const interrupted = steps.filter(({ interruptions }) => interruptions > 0).map(({ nodeId }) => nodeId);
    expect(interrupted).toEqual(['set']);
    expect(steps.find(({ nodeId }) => nodeId === 'set')?.output).toEqual({ value: 1, version: 1 });
    healthy.kill('SIGKILL');
  },
  60_000,
);

test.each(['before-effect', 'after-effect'])(
  'items that data.dedupe keeps are kept when its worker is killed %s, and not again',
  async (point) => {
    const owner = await app.seed.owner();
    const dedupe = node('dedupe', 'data.dedupe', { items: '{{triggerData.ids}}', acrossRuns: true });
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), dedupe], 'start>dedupe'));
    const run = (...ids: number[]) => trigger(app, owner, flow.id, { triggerData: { ids } });
    const killed = await startWorker(point, 1);
    const first = await run(1, 1, 2);
    const [, signal] = await once(killed, 'exit');
    expect(signal).toBe('SIGKILL');
    const healthy = await startWorker();
    const outputOf = async (id: string) =>
      (await reached(app, owner, id)).steps.find(({ nodeId }) => nodeId === 'dedupe');
    expect(await outputOf(first)).toMatchObject({ interruptions: 1, output: { items: [1, 2], duplicates: [1] } });
    expect(await outputOf(await run(2, 3))).toMatchObject({ output: { items: [3], duplicates: [2] } });
    healthy.kill('SIGKILL');
  },
  60_000,
);
