import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
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

async function startWorker(point?: string): Promise<ChildProcess> {
  const worker = spawnWorker({ url: app.database.url, point, times: 1, leaseSeconds: 2 });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return worker;
}

const calling = (operation: string, input: object) =>
  graph([node('start', 'trigger.manual'), node('call', 'workspace.request', { operation, input })], 'start>call');

async function pipelinesOf(owner: Owner): Promise<{ id: string; name: string }[]> {
  const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/pipelines`, { as: owner.token });
  return body.data;
}

const stages = [{ name: 'First' }];

describe('an operation whose worker is killed', () => {
  test.each(['before-effect', 'after-effect'])(
    '%s is carried out once',
    async (point) => {
      const owner = await app.seed.owner();
      const flow = await app.seed.flow(owner, calling('createPipeline', { name: 'Sales', stages }));
      const killed = await startWorker(point);
      const id = await trigger(app, owner, flow.id);
      const [, signal] = await once(killed, 'exit');
      expect(signal).toBe('SIGKILL');
      const healthy = await startWorker();
      const run = await reached(app, owner, id);
      const made = (await pipelinesOf(owner)).filter(({ name }) => name === 'Sales');
      expect(made).toHaveLength(1);
      expect(run).toMatchObject({ status: 'completed', output: { id: made[0]?.id } });
      healthy.kill('SIGKILL');
    },
    60_000,
  );

  test('while it waits for a lock is carried out once its lease has ended', async () => {
    const owner = await app.seed.owner();
    const created = await app.rest(`POST /workspaces/${owner.workspaceId}/pipelines`, {
      as: owner.token,
      body: { name: 'Former', stages },
    });
    const { id: pipelineId } = created.body.data as { id: string };
    const flow = await app.seed.flow(owner, calling('updatePipeline', { pipelineId, name: 'Sales' }));
    const client = new pg.Client({ connectionString: app.database.url });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select from pipelines where id = $1 for update', [pipelineId]);
      const killed = await startWorker();
      const id = await trigger(app, owner, flow.id);
      const isHeld = async () =>
        (await client.query('select from idempotent_requests where workspace_id = $1', [owner.workspaceId]))
          .rowCount === 1;
      await waitFor(isHeld);
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      await client.query('rollback');
      // As if the half minute of the lease had passed.
      const ended = 'update idempotent_requests set lease_until = now() where workspace_id = $1';
      await client.query(ended, [owner.workspaceId]);
      const healthy = await startWorker();
      const run = await reached(app, owner, id);
      expect(run).toMatchObject({ status: 'completed', output: { id: pipelineId, name: 'Sales' } });
      expect(run.steps.at(-1)).toMatchObject({ interruptions: 1 });
      healthy.kill('SIGKILL');
    } finally {
      await client.end();
    }
  }, 120_000);
});
