import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createExecutionStore, newExecution } from '../../../../src/contexts/automation/executions/index.js';
import { fileStore } from '../../../../src/contexts/automation/files/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, statuses, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

const places = 2;
let app: TestApp;
let owner: Owner;
let url: string;
const open: ServerResponse[] = [];
let mostOpen = 0;

const target = createServer((_request, response) => {
  open.push(response);
  mostOpen = Math.max(mostOpen, open.length);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  app = await startTestApp({ worker: true, inFlight: places });
  owner = await app.seed.owner();
});

afterAll(async () => {
  answerAll();
  await app.stop();
  target.closeAllConnections();
  target.close();
});

beforeEach(() => {
  mostOpen = 0;
});

function answerAll(): void {
  for (const response of open.splice(0)) response.end('{}');
}

async function calling(maxConcurrent: number): Promise<string> {
  const call = node('call', 'http.request', { method: 'POST', url });
  const content = graph([node('start', 'trigger.manual'), call], 'start>call');
  return (await app.seed.flow(owner, { ...content, settings: { maxConcurrent } })).id;
}

/** The claim row of a run. */
async function kept(id: string) {
  const { rows } = await app.services.db.pool.query(
    `select fence, worker_id is not null as driven, ready_at is not null as queued from execution_claims
     where execution_id = $1`,
    [id],
  );
  return rows[0];
}

const callsOpen = (count: number) => waitFor(() => open.length === count);

describe('a run that starts in a process which drives runs', () => {
  test('is driven there at once; what finds no place goes through the queue', async () => {
    const flowId = await calling(1000);
    const ids: string[] = [];
    for (let run = 0; run < places; run++) ids.push(await trigger(app, owner, flowId));
    await callsOpen(places);
    for (const id of ids) expect(await kept(id)).toEqual({ fence: 1, driven: true, queued: false });
    const late = await trigger(app, owner, flowId);
    expect(await kept(late)).toEqual({ fence: 0, driven: false, queued: true });
    answerAll();
    await callsOpen(1);
    answerAll();
    for (const id of [...ids, late]) {
      const seen = await reached(app, owner, id);
      expect([seen.status, ...statuses(seen)]).toEqual(['completed', 'start: completed', 'call: completed']);
    }
    expect(mostOpen).toBe(places);
  });

  test('takes its turn where its flow allows fewer than all workers drive', async () => {
    const flowId = await calling(1);
    const ids = [await trigger(app, owner, flowId), await trigger(app, owner, flowId)];
    for (const _ of ids) {
      await callsOpen(1);
      answerAll();
    }
    for (const id of ids) expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
    expect(mostOpen).toBe(1);
  });

  test('is one run for all who bring the same key', async () => {
    const flowId = await calling(1000);
    const path = `POST /workspaces/${owner.workspaceId}/flows/${flowId}/trigger`;
    const asked = () => app.rest(path, { as: owner.token, headers: { 'idempotency-key': 'once' }, body: {} });
    const answers = await Promise.all([asked(), asked(), asked()]);
    const ids = new Set(answers.map(({ body }) => (body.data as { executionId: string }).executionId));
    expect(ids.size).toBe(1);
    await callsOpen(1);
    answerAll();
    expect(await reached(app, owner, [...ids][0] as string)).toMatchObject({ status: 'completed' });
    expect([mostOpen, app.worker?.drivenHere()]).toEqual([1, 0]);
  });

  test('is told to its listeners as active', async () => {
    const content = graph([node('start', 'trigger.manual')]);
    const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
    await reached(app, owner, id);
    const { rows } = await app.services.db.pool.query(
      'select execution from execution_events where execution_id = $1 order by fence, n',
      [id],
    );
    expect(rows.map(({ execution }) => execution.phase)).toEqual(['active', 'done']);
  });

  test('is driven all the same when the answer to its start was lost', async () => {
    const { db, get } = app.services;
    const { pool } = db;
    const files = get(fileStore);
    const { rows } = await pool.query<{ id: string }>('select id from workers');
    const content = graph([node('start', 'trigger.manual')]);
    const flow = await app.seed.flow(owner, content);
    const { workspaceId } = owner;
    const start = { workspaceId, flow: { id: flow.id, name: 'Lost', version: 1 }, startNodeId: null, triggerData: {} };
    // As the worker itself does it, but nobody waits for what comes back.
    const store = createExecutionStore({ pool, hotPool: pool, files }, rows[0]?.id as string);
    const { executionId, claimed } = await store.startHere(newExecution({ ...start, trigger: 'manual' }));
    expect(claimed).toMatchObject({ id: executionId, fence: 1, steps: [] });
    expect(await reached(app, owner, executionId)).toMatchObject({ status: 'completed' });
  });

  test('goes through the queue once the worker is stopping', async () => {
    const other = await startTestApp({ database: app.database, worker: true, inFlight: places });
    await other.worker?.stop();
    const id = await trigger(other, owner, await calling(1000));
    await callsOpen(1);
    answerAll();
    expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
    await other.stop();
  });
});
