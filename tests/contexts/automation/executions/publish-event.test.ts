import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
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

const publishing = (data: object) =>
  app.seed.flow(
    owner,
    graph([node('start', 'trigger.manual'), node('publish', 'event.publish', { ...data })], 'start>publish'),
  );

describe('event.publish', () => {
  test('starts flows and continues waits, and its output says what it started', async () => {
    const wait = node('wait', 'wait.event', { eventType: 'custom.paid', key: 'A-1' });
    const waiting = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), wait], 'start>wait'));
    const waitingId = await trigger(app, owner, waiting.id);
    await reached(app, owner, waitingId, ({ phase }) => phase === 'waiting');
    const subscribed = graph(
      [node('start', 'trigger.crmEvent', { eventType: 'custom.paid' }), node('end', 'logic.merge')],
      'start>end',
    );
    await app.seed.flow(owner, subscribed);
    const flow = await publishing({
      eventType: 'custom.paid',
      data: { total: '{{triggerData.total}}' },
      key: '{{triggerData.id}}',
    });
    const id = await trigger(app, owner, flow.id, { triggerData: { id: 'A-1', total: 42.5 } });
    const { steps } = await reached(app, owner, id);
    const output = steps.at(-1)?.output as { eventId: string; executionIds: string[] };
    const event = {
      id: output.eventId,
      type: 'custom.paid',
      key: 'A-1',
      data: { total: 42.5 },
      causedBy: { executionId: id, flowId: flow.id },
    };
    expect((await reached(app, owner, waitingId)).steps.at(-1)?.output).toMatchObject(event);
    expect(output.executionIds).toHaveLength(1);
    expect((await reached(app, owner, output.executionIds[0] as string)).output).toMatchObject({
      inputs: { start: event },
    });
  });

  test('starts its own flow again three times, and logs EVENT_LOOP', async () => {
    const content = graph(
      [
        node('start', 'trigger.crmEvent', { eventType: 'custom.round' }),
        node('publish', 'event.publish', { eventType: 'custom.round', data: {} }),
      ],
      'start>publish',
    );
    const { id: flowId } = await app.seed.flow(owner, content);
    await app.rest(`POST /workspaces/${owner.workspaceId}/events`, {
      as: owner.token,
      body: { type: 'custom.round', data: {} },
    });
    const rounds = await waitFor(async () => {
      const { rows } = await app.services.db.pool.query<{ id: string }>(
        `select id from executions where flow_id = $1 and status = 'completed' order by id`,
        [flowId],
      );
      return rows.length >= 3 ? rows : null;
    });
    expect(rounds).toHaveLength(3);
    const { steps } = await reached(app, owner, rounds[2]?.id ?? '');
    expect(steps.at(-1)?.logs).toMatchObject([{ message: expect.stringContaining('EVENT_LOOP: custom.round') }]);
  });

  test('publishes nothing in a simulation, and refuses what is no event of its own', async () => {
    const flow = await publishing({ eventType: 'custom.never', data: {}, ttlSeconds: 60 });
    const simulated = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flow.id}/simulate`, {
      as: owner.token,
      body: {},
    });
    expect(simulated.status).toBeLessThan(300);
    const { rows } = await app.services.db.pool.query(`select from kept_events where type = 'custom.never'`);
    expect(rows).toEqual([]);
    await expect(publishing({ eventType: 'contact.created', data: {} })).rejects.toThrow('custom.');
    const computed = await publishing({ eventType: '{{triggerData.type}}', data: {} });
    const id = await trigger(app, owner, computed.id, { triggerData: { type: 'contact.deleted' } });
    expect(await reached(app, owner, id)).toMatchObject({ status: 'failed', error: { code: 'FIELD_INVALID' } });
  });

  test('fails with CONFLICT where too many events are kept for later waits', async () => {
    await app.services.db.pool.query(
      `insert into kept_events (workspace_id, id, event, type, keys, expires_at, forget_at)
       select $1, 'kept-' || n, '{}', 'custom.kept', '{}', now() + interval '1 hour', now() + interval '2 hours'
       from generate_series(1, 1000) n`,
      [owner.workspaceId],
    );
    const flow = await publishing({ eventType: 'custom.late', data: {}, ttlSeconds: 60 });
    expect(await reached(app, owner, await trigger(app, owner, flow.id))).toMatchObject({
      status: 'failed',
      error: { code: 'CONFLICT' },
    });
  });
});
