import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  executionStarter,
  newExecution,
  startExecutions,
} from '../../../../src/contexts/automation/executions/index.js';
import { fireDueSchedules } from '../../../../src/contexts/automation/schedules/fire-due-schedules.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, statuses, trigger } from '../../../support/run.js';
import type { Owner, SeededFlow } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

/** As by default: runs of one workspace that compute, and that are in flight. */
const concurrency = 10;
const inFlight = 500;

let app: TestApp;
/** Another process, which accepts runs too. */
let worker: TestApp;
/** One whose runs go on and on, and one beside it. */
let large: Owner;
let small: Owner;
let url: string;
/** Calls that are not answered; none is before `answers`. */
let open: ServerResponse[] = [];
let answers = false;

const target = createServer((_request, response) => {
  if (answers) response.end('{}');
  else open.push(response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  app = await startTestApp();
  worker = await startTestApp({ database: app.database, worker: true, concurrency });
});

afterAll(async () => {
  await worker.stop();
  await app.stop();
  target.closeAllConnections();
  target.close();
});

async function openWorkspaces(): Promise<void> {
  open = [];
  answers = false;
  large = await app.seed.owner();
  small = await app.seed.owner();
}

function answerAll(): void {
  answers = true;
  for (const response of open.splice(0)) response.end('{}');
}

type Nodes = ReturnType<typeof node>[];

const webhook = { settings: { triggerType: 'webhook' } };
const slowCall = () => node('act', 'http.request', { method: 'GET', url, timeout: 300 });
const loopingCode = () => node('act', 'data.code', { source: 'while (true);', timeout: 60 });

async function largeFlow(acts: Nodes, edges: string[], maxConcurrent = 1000): Promise<SeededFlow> {
  const content = graph([node('start', 'trigger.manual'), ...acts], ...edges);
  return app.seed.flow(large, { ...content, settings: { maxConcurrent } });
}

/** Starts runs of the large workspace: where they are accepted, or by the queue. */
async function startMany(flow: SeededFlow, count: number, by: By, triggerData: unknown = {}): Promise<string[]> {
  const start = { workspaceId: large.workspaceId, flow: { ...flow, name: 'Large' }, startNodeId: null, triggerData };
  const runs = Array.from({ length: count }, () => newExecution({ ...start, trigger: 'manual' }));
  if (by === 'queue') await startExecutions(app.services.db.pool, runs);
  else await Promise.all(runs.map((run) => worker.services.get(executionStarter).start(run)));
  return runs.map(({ id }) => id);
}

type By = 'queue' | 'process';

/** Cancels runs of the large workspace. Returns the statuses of the answers. */
async function cancelAll(ids: string[]): Promise<number[]> {
  const call = (id: string) => `POST /workspaces/${large.workspaceId}/flows/executions/${id}/cancel`;
  const answers = await Promise.all(ids.map((id) => app.rest(call(id), { as: large.token })));
  return answers.map(({ status }) => status);
}

async function stillRunning(): Promise<number> {
  const text = `select from executions where workspace_id = $1 and status = 'running'`;
  return (await app.services.db.pool.query(text, [large.workspaceId])).rowCount ?? 0;
}

const startsOfSmall: [string, (act: Nodes[number]) => Promise<string>][] = [
  [
    'by hand',
    async (act) =>
      trigger(app, small, (await app.seed.flow(small, graph([node('start', 'trigger.manual'), act], 'start>act'))).id),
  ],
  [
    'by a webhook where it is accepted',
    async (act) => {
      const content = graph([node('start', 'trigger.webhook'), act], 'start>act');
      const { webhookPath } = await app.seed.flow(small, { ...content, ...webhook });
      const { body } = await worker.rest(`POST ${webhookPath}`, { body: {} });
      return (body.data as { executionId: string }).executionId;
    },
  ],
  [
    'by a schedule',
    async (act) => {
      const start = node('start', 'trigger.schedule', { everyMinutes: 60 });
      const settings = { triggerType: 'schedule', triggerConfig: { everyMinutes: 60 } };
      const { id } = await app.seed.flow(small, { ...graph([start, act], 'start>act'), settings });
      const due = "update flow_triggers set due_at = now() - interval '1 second' where flow_id = $1";
      await app.services.db.pool.query(due, [id]);
      await fireDueSchedules(app.services);
      return started(id);
    },
  ],
  [
    'by an event',
    async (act) => {
      const start = node('start', 'trigger.crmEvent', { eventType: 'contact.created' });
      const settings = { triggerType: 'crm_event', triggerConfig: { eventType: 'contact.created' } };
      const { id } = await app.seed.flow(small, { ...graph([start, act], 'start>act'), settings });
      const path = `POST /workspaces/${small.workspaceId}/contacts`;
      await app.rest(path, { as: small.token, body: { name: 'Ana', email: 'ana@example.com' } });
      return started(id);
    },
  ],
];

/** The run of a flow that has one. */
async function started(flowId: string): Promise<string> {
  const { pool } = app.services.db;
  return waitFor(async () => {
    const { rows } = await pool.query<{ id: string }>('select id from executions where flow_id = $1', [flowId]);
    return rows[0]?.id;
  });
}

const counts: [number, By][] = [
  [10, 'process'],
  [10, 'queue'],
  [30, 'process'],
  [30, 'queue'],
  [1_000, 'process'],
  [1_000, 'queue'],
];

describe.each(counts)(
  'beside %i runs of another workspace that wait for an answer, started by the %s, a run',
  (count, by) => {
    beforeAll(async () => {
      await openWorkspaces();
      await startMany(await largeFlow([slowCall()], ['start>act']), count, by);
      await waitFor(() => open.length === Math.min(count, inFlight));
    });

    test.each(startsOfSmall)('is done before any of them: %s', async (_how, start) => {
      small = await app.seed.owner();
      const id = await start(node('act', 'data.set', { assignments: [{ name: 'done', value: 'yes' }] }));
      expect(statuses(await reached(app, small, id))).toEqual(['start: completed', 'act: completed']);
      expect([open.length, await stillRunning()]).toEqual([Math.min(count, inFlight), count]);
    });

    afterAll(async () => {
      answerAll();
      await waitFor(async () => (await stillRunning()) === 0, { timeoutMs: 60_000 });
    });
  },
);

describe('beside runs of another workspace', () => {
  beforeEach(openWorkspaces);

  test.each<By>(['process', 'queue'])(
    'whose code goes on and on, started by the %s, code is done before any of them',
    async (by) => {
      const flow = await largeFlow([loopingCode()], ['start>act']);
      const ids = await startMany(flow, 100, by);
      for (const [_how, start] of startsOfSmall) {
        const id = await start(node('act', 'data.code', { source: 'return 1' }));
        expect(statuses(await reached(app, small, id))).toEqual(['start: completed', 'act: completed']);
      }
      expect(await stillRunning()).toBe(100);
      // Most of them wait: for a slot, for the sandbox, or in the queue.
      expect(await cancelAll(ids)).toEqual(ids.map(() => 200));
      await waitFor(() => worker.worker?.drivenHere() === 0);
    },
  );

  test.each<By>(['process', 'queue'])(
    'that compute, started by the %s, a run is done before all of them are',
    async (by) => {
      const set = node('set', 'data.set', { assignments: [{ name: 'last', value: '{{loop.item}}' }] });
      const loop = node('loop', 'logic.loop', { items: '{{triggerData.items}}' });
      const edges = ['start>loop', 'loop:item>set'];
      const flow = await largeFlow([loop, set], edges);
      const items = Array.from({ length: 1_000 }, (_, number) => number);
      await startMany(flow, 100, by, { items });
      for (const [_how, start] of startsOfSmall) {
        const id = await start(node('act', 'data.set', { assignments: [{ name: 'done', value: 'yes' }] }));
        await reached(app, small, id);
      }
      // How many depends on the machine. In order of arrival it would be none.
      expect(await stillRunning()).toBeGreaterThan(0);
      await waitFor(async () => (await stillRunning()) === 0, { timeoutMs: 120_000 });
    },
  );
});

test('a workspace alone has as many runs in flight as one may have, and no more', async () => {
  await openWorkspaces();
  const flow = await largeFlow([slowCall()], ['start>act']);
  await startMany(flow, inFlight + 20, 'process');
  await waitFor(() => open.length === inFlight);
  expect(worker.worker?.drivenHere()).toBe(inFlight);
  answerAll();
  await waitFor(async () => (await stillRunning()) === 0);
  await waitFor(() => worker.worker?.drivenHere() === 0);
});
