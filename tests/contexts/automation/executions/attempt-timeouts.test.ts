import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

let app: TestApp;
let owner: Owner;
let worker: TestWorker;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  worker = await startTestWorker(app);
});

afterAll(async () => {
  await worker.stop();
  await app.stop();
});

const start = () => node('start', 'trigger.manual');
const endless = () => node('endless', 'logic.delay', { minutes: 600 });

async function flow(nodes: ReturnType<typeof node>[], ...edges: string[]): Promise<string> {
  return (await app.seed.flow(owner, graph([start(), ...nodes], ...edges))).id;
}

const runAlone = async (type: string, data: Record<string, unknown>) => {
  const id = await trigger(app, owner, await flow([node('ask', type, data)], 'start>ask'));
  return { ...(await reached(app, owner, id)), id };
};

const askOf = ({ steps }: SeenExecution) => steps.find(({ nodeId }) => nodeId === 'ask') as SeenExecution['steps'][0];

async function childrenOf(id: string): Promise<string[]> {
  const { rows } = await app.services.db.pool.query<{ status: string }>(
    'select status from executions where parent_execution_id = $1 order by id',
    [id],
  );
  return rows.map(({ status }) => status);
}

const decide = (id: string, stepId: string) =>
  app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/approvals/${stepId}`, {
    as: owner.token,
    body: { decision: 'approved' },
  });

const timedOut = {
  status: 'failed',
  error: {
    code: 'STEP_TIMEOUT',
    message: 'The step exceeded its timeout of 0.3 seconds. Increase its timeout, or reduce its work.',
    nodeId: 'ask',
  },
};

describe('a step that waits longer than its timeout', () => {
  test.each([
    ['wait.event', { eventType: 'contact.updated', timeoutMinutes: 60 }],
    ['wait.event', { eventType: 'contact.updated' }],
    ['wait.approval', { message: 'Pay?' }],
    ['logic.delay', { minutes: 60 }],
  ])('fails where %s waits, with %p', async (type, data) => {
    expect(await runAlone(type, { ...data, timeout: 0.3 })).toMatchObject(timedOut);
  });

  test('fails where it waits for a reply', async () => {
    const body = { name: 'Ana', phone: '+15550101001' };
    const contact = await app.rest(`POST /workspaces/${owner.workspaceId}/contacts`, { as: owner.token, body });
    const { id: contactId } = contact.body.data as { id: string };
    expect(await runAlone('message.waitReply', { contactId, timeout: 0.3 })).toMatchObject(timedOut);
  });

  test.each<[string, Record<string, unknown>]>([
    ['wait.approval', { message: 'Pay?' }],
    ['wait.event', { eventType: 'contact.updated' }],
    ['wait.until', { at: '2099-01-01' }],
    ['logic.delay', { minutes: 60 }],
    ['flow.call', {}],
  ])('ends %s by its handle timeout where that is connected', async (type, data) => {
    const went = node('went', 'data.set', { assignments: [{ name: 'code', value: '{{steps.ask.error.code}}' }] });
    const flowId = type === 'flow.call' ? { flowId: await flow([endless()], 'start>endless') } : {};
    const nodes = [node('ask', type, { ...data, ...flowId, timeout: 0.3 }), went];
    const ended = await reached(
      app,
      owner,
      await trigger(app, owner, await flow(nodes, 'start>ask', 'ask:timeout>went')),
    );
    expect(ended).toMatchObject({ status: 'completed', output: { code: 'STEP_TIMEOUT' } });
  });

  test('leaves by its own timeout where that comes first', async () => {
    const ended = await runAlone('wait.approval', { message: 'Pay?', timeoutMinutes: 0.005, timeout: 3_600 });
    expect(ended).toMatchObject({ status: 'completed', output: { by: null } });
  });

  test('accepts no decision afterwards', async () => {
    const ended = await runAlone('wait.approval', { message: 'Pay?', timeout: 0.3 });
    expect((await decide(ended.id, askOf(ended).id)).status).toBe(409);
  });

  test('leaves by its error handle with what it waited for, and its called execution is cancelled', async () => {
    const called = await flow([endless()], 'start>endless');
    const caller = await flow(
      [
        node('ask', 'flow.call', { flowId: called, timeout: 0.3 }),
        node('sorry', 'data.set', { assignments: [{ name: 'sorry', value: '{{steps.ask.executionId}}' }] }),
      ],
      'start>ask',
      'ask:error>sorry',
    );
    const id = await trigger(app, owner, caller);
    const ended = await reached(app, owner, id);
    expect(ended).toMatchObject({ status: 'completed', output: { sorry: expect.stringContaining('-') } });
    expect(askOf(ended)).toMatchObject({ status: 'failed', error: { code: 'STEP_TIMEOUT' } });
    await waitFor(async () => (await childrenOf(id)).join() === 'cancelled');
  });

  test('tries again with a timeout of its own, and what the attempt before called is cancelled', async () => {
    const called = await flow([endless()], 'start>endless');
    const retry = { attempts: 2, backoffSeconds: 0 };
    const ended = await runAlone('flow.call', { flowId: called, timeout: 0.3, retry });
    expect(ended).toMatchObject(timedOut);
    expect(askOf(ended).attempt).toBe(2);
    await waitFor(async () => (await childrenOf(ended.id)).join() === 'cancelled,cancelled');
  });

  test('cancels what it called although its next attempt is far away', async () => {
    const called = await flow([endless()], 'start>endless');
    const data = { flowId: called, timeout: 0.3, retry: { attempts: 2, backoffSeconds: 3_600 } };
    const id = await trigger(app, owner, await flow([node('ask', 'flow.call', data)], 'start>ask'));
    await waitFor(async () => (await childrenOf(id)).join() === 'cancelled');
    expect(askOf(await reached(app, owner, id, ({ phase }) => phase === 'waiting'))).toMatchObject({
      status: 'waiting',
      attempt: 1,
      error: { code: 'STEP_TIMEOUT' },
    });
  });

  test('waits for its event anew at its next attempt only', async () => {
    const data = { eventType: 'contact.updated', timeout: 0.3, retry: { attempts: 2, backoffSeconds: 3_600 } };
    const id = await trigger(app, owner, await flow([node('ask', 'wait.event', data)], 'start>ask'));
    await reached(app, owner, id, (seen) => askOf(seen)?.error !== null && seen.phase === 'waiting');
    const { rows } = await app.services.db.pool.query('select from event_waits where execution_id = $1', [id]);
    expect(rows).toHaveLength(0);
  });

  test('fails on another worker, too', async () => {
    const content = await flow([node('ask', 'wait.approval', { message: 'Pay?', timeout: 2 })], 'start>ask');
    const id = await trigger(app, owner, content);
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    await worker.stop();
    worker = await startTestWorker(app);
    expect(await reached(app, owner, id)).toMatchObject({ status: 'failed', error: { code: 'STEP_TIMEOUT' } });
  });
});
