import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

let app: TestApp;
let worker: TestWorker;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  worker = await startTestWorker(app);
  owner = await app.seed.owner();
});

afterAll(async () => {
  await worker.stop();
  await app.stop();
});

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const hourMs = 3_600_000;

/** A window of a day of the week in UTC. */
const onDay = (ms: number) => ({
  start: '00:00',
  end: '24:00',
  days: [days[new Date(ms).getUTCDay()]],
  timezone: 'UTC',
});

async function sending(sendWindow: object, more: object = {}): Promise<string> {
  const send = node('send', 'message.sms', { to: '{{triggerData.to}}', text: 'Hello', sendWindow, ...more });
  const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), send], 'start>send'));
  return trigger(app, owner, flow.id, { triggerData: { to: '+34600000001' } });
}

const stepOf = async (id: string) =>
  (
    await app.services.db.pool.query<{ status: string; resumeAt: string; attempt: number }>(
      `select status, attempt, resume_at as "resumeAt" from execution_steps where execution_id = $1 and node_id = 'send'`,
      [id],
    )
  ).rows[0];

describe('a message with a sendWindow', () => {
  test('is sent within it', async () => {
    const id = await sending({ start: '00:00', end: '24:00' });
    expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
  });

  test('waits without a worker until it opens, and has made no attempt', async () => {
    const id = await sending(onDay(Date.now() + 48 * hourMs), { retry: { attempts: 2 }, timeout: 1 });
    const waiting = await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    expect(waiting.steps.at(-1)).toMatchObject({
      status: 'waiting',
      attempt: 1,
      error: { code: 'SEND_WINDOW', message: expect.stringContaining('is sent at') },
    });
    const opens = new Date((await stepOf(id))?.resumeAt ?? '');
    expect(opens.toISOString()).toMatch(/T00:00:00\.000Z$/);
    expect(opens.getTime()).toBeGreaterThan(Date.now() + 23 * hourMs);
    // The node reads its window again when it comes back: here it still is closed.
    await app.services.db.pool.query(`update execution_claims set due_at = now() where execution_id = $1`, [id]);
    await app.services.db.pool.query(
      `update execution_steps set resume_at = now() where execution_id = $1 and node_id = 'send'`,
      [id],
    );
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    expect(await stepOf(id)).toMatchObject({ status: 'waiting', attempt: 1 });
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/cancel`, { as: owner.token });
    expect(await reached(app, owner, id)).toMatchObject({ status: 'cancelled' });
  });

  test('has the time zone of the contact, without one that of the workspace', async () => {
    const hour = new Date().getUTCHours();
    // A zone whose local hour differs by ten from that of the workspace, which is in UTC.
    const create = (timezone?: string) =>
      app.rest(`POST /workspaces/${owner.workspaceId}/contacts`, {
        as: owner.token,
        body: { name: 'Ana', phone: '+34600000001', customFields: timezone ? { timezone } : {} },
      });
    const time = (at: number) => `${String((at + 24) % 24).padStart(2, '0')}:00`;
    const here = { start: time(hour - 2), end: time(hour + 3), timezone: 'contact' };
    const { body } = await create('Pacific/Port_Moresby');
    const id = await sending(here);
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    await app.rest(`PATCH /workspaces/${owner.workspaceId}/contacts/${(body.data as { id: string }).id}`, {
      as: owner.token,
      body: { customFields: { timezone: 'Nowhere' } },
    });
    expect(await reached(app, owner, await sending(here))).toMatchObject({ status: 'completed' });
  });

  test('is sent at once in a simulation', async () => {
    const closed = onDay(Date.now() + 48 * hourMs);
    const send = node('send', 'message.sms', { to: '+34600000001', text: 'Hello', sendWindow: closed });
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), send], 'start>send'));
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flow.id}/simulate`, {
      as: owner.token,
      body: {},
    });
    const { executionId } = body.data as { executionId: string };
    expect(await reached(app, owner, executionId)).toMatchObject({ status: 'completed' });
  });
});
