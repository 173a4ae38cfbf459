import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { endPause, reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

let app: TestApp;
let owner: Owner;
let worker: TestWorker;
const clock = { aheadMs: 0 };
let phone = 15_550_101_000;
/** Runs that are held where a timeout of theirs is due, until they are let go. */
const held = new Map<string, () => void>();

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  worker = await startTestWorker(app, {
    now: () => new Date(Date.now() + clock.aheadMs),
    reached: (point, id) =>
      point === 'before-timeout' && clock.aheadMs > 0
        ? new Promise<void>((resolve) => held.set(id, resolve))
        : undefined,
  });
});

afterAll(async () => {
  for (const release of held.values()) release();
  await worker.stop();
  await app.stop();
});

async function call<T = { id: string }>(method: string, path: string, body?: object): Promise<T> {
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as: owner.token, body });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as T;
}

const idOf = ({ steps }: SeenExecution) => steps.find(({ nodeId }) => nodeId === 'ask')?.id as string;

/** A run that waits for an hour; another branch of it has it awake when its worker finds that the hour is over. */
async function expiring(type: string, data: object, handle: string) {
  const other = type === 'flow.call' ? 'error' : 'timeout';
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('ask', type, { ...(type !== 'flow.call' && { timeoutMinutes: 60 }), ...data }),
      node('pause', 'logic.delay', { minutes: 600 }),
      ...[handle, other].map((id) => node(id, 'data.set', { assignments: [{ name: 'went', value: id }] })),
    ],
    'start>ask',
    'start>pause',
    `ask:${handle}>${handle}`,
    `ask:${other}>${other}`,
  );
  const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
  const waiting = await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  clock.aheadMs = 3_600_000;
  await endPause(app, id, 'pause');
  const release = await waitFor(() => held.get(id));
  clock.aheadMs = 0;
  return { id, stepId: idOf(waiting), release };
}

/** The handle by which the wait was left. */
async function wentBy(id: string): Promise<string[]> {
  const { steps } = await reached(app, owner, id);
  const completed = steps.filter(({ status }) => status === 'completed').map(({ nodeId }) => nodeId);
  return completed.filter((nodeId) => !['start', 'ask', 'pause'].includes(nodeId));
}

const decide = (id: string, stepId: string) =>
  app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/approvals/${stepId}`, {
    as: owner.token,
    body: { decision: 'approved' },
  });

describe.each([
  ['own timeout', { timeoutMinutes: 60 }],
  ["attempt's timeout", { timeoutMinutes: 600, timeout: 3_600 }],
])('a wait whose %s is due', (_, limit) => {
  test('goes by the decision that was accepted just before', async () => {
    const { id, stepId, release } = await expiring('wait.approval', { message: 'Pay?', ...limit }, 'approved');
    expect((await decide(id, stepId)).status).toBe(200);
    release();
    expect(await wentBy(id)).toEqual(['approved']);
  });

  test('goes by the reply that came just before', async () => {
    phone += 1;
    const contact = await call('POST', '/contacts', { name: 'Ana', phone: `+${phone}` });
    const { id, release } = await expiring('message.waitReply', { contactId: contact.id, ...limit }, 'reply');
    const conversation = await call('POST', '/conversations', { contactId: contact.id, channel: 'sms' });
    await call('POST', `/conversations/${conversation.id}/messages`, { direction: 'inbound', body: 'Yes' });
    release();
    expect(await wentBy(id)).toEqual(['reply']);
  });

  test('goes by the event that came just before', async () => {
    const contact = await call('POST', '/contacts', { name: 'Bea' });
    const wanted = { eventType: 'contact.updated', match: { 'data.id': contact.id }, ...limit };
    const { id, release } = await expiring('wait.event', wanted, 'event');
    await call('PATCH', `/contacts/${contact.id}`, { name: 'Beatrice' });
    release();
    expect(await wentBy(id)).toEqual(['event']);
  });
});

describe('a wait whose timeout is due', () => {
  test('goes by its timeout where nothing came, and a later decision is refused', async () => {
    const { id, stepId, release } = await expiring('wait.approval', { message: 'Pay?' }, 'approved');
    release();
    expect(await wentBy(id)).toEqual(['timeout']);
    expect((await decide(id, stepId)).status).toBe(409);
  });

  test('goes by it where nothing came before the timeout of its attempt, too, and a later decision is refused', async () => {
    const { id, stepId, release } = await expiring('wait.approval', { message: 'Pay?', timeout: 3_599 }, 'approved');
    release();
    expect(await wentBy(id)).toEqual(['timeout']);
    expect((await decide(id, stepId)).status).toBe(409);
  });

  test('goes on with the answer of the execution that it called and that ended just before', async () => {
    const called = graph(
      [node('start', 'trigger.manual'), node('ask', 'wait.approval', { message: 'Ship?' })],
      'start>ask',
    );
    const { id: flowId } = await app.seed.flow(owner, called);
    const { id, release } = await expiring('flow.call', { flowId, timeout: 3_600 }, 'out');
    const { rows } = await app.services.db.pool.query<{ executionId: string; id: string }>(
      `select execution_id as "executionId", id from execution_steps where node_id = 'ask' and execution_id = (
         select id from executions where parent_execution_id = $1)`,
      [id],
    );
    const child = rows[0] as { executionId: string; id: string };
    expect((await decide(child.executionId, child.id)).status).toBe(200);
    await waitFor(async () => {
      const { rows } = await app.services.db.pool.query(
        `select from execution_steps where execution_id = $1 and node_id = 'ask' and signal is not null`,
        [id],
      );
      return rows.length === 1;
    });
    release();
    expect(await wentBy(id)).toEqual(['out']);
  });
});
