import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { edge, graph, node } from '../../../../support/graphs.js';
import { statuses } from '../../../../support/run.js';
import { waitFor } from '../../../../support/wait-for.js';
import { HoldStage, Receiver } from './stage.js';

let app: TestApp;
let receiver: Receiver;
let stage: HoldStage;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  receiver = new Receiver();
}, 60_000);

beforeEach(async () => {
  receiver.status = 503;
  receiver.requests = 0;
  receiver.received = [];
  stage = new HoldStage(app, await app.seed.owner(), receiver);
});

afterAll(async () => {
  receiver.close();
  await app.stop();
});

const counted = (flowId: string) =>
  app.services.db.pool.query<{ code: string; host: string }>(
    'select code, host from hold_failures where flow_id = $1 and due_at is null',
    [flowId],
  );

describe('a flow with settings.hold', () => {
  test('is held before the node that fails, once, after as many failures as it says', async () => {
    await stage.listen('flow.held');
    const flowId = await stage.flow();
    await stage.fail(flowId);
    await waitFor(async () => (await counted(flowId)).rowCount === 1);
    expect(await stage.holds()).toEqual([]);
    await stage.fail(flowId);
    const hold = await stage.opened(flowId);
    expect(hold).toEqual({
      id: expect.any(String),
      flowId,
      flowName: expect.any(String),
      nodeId: 'send',
      code: 'HTTP_STATUS',
      host: new URL(receiver.url()).host,
      message: expect.stringContaining('503'),
      failures: 2,
      state: 'held',
      executions: 0,
      settled: 0,
      openedAt: expect.any(String),
      closedAt: null,
    });
    const [first, second] = [await stage.park(flowId), await stage.park(flowId)];
    expect(receiver.requests).toBe(2);
    expect(await stage.opened(flowId)).toMatchObject({ executions: 2, failures: 2 });
    const seen = await stage.read(first);
    expect(statuses(seen)).toEqual(['start: completed', 'send: waiting']);
    expect(seen.steps[1]).toMatchObject({ attempt: 1, error: { code: 'HELD' }, input: { method: 'POST' } });
    const { flowName, message } = hold;
    const cause = { flowId, flowName, nodeId: 'send', code: 'HTTP_STATUS', host: hold.host };
    await waitFor(async () => (await stage.events('flow.held')).length > 0);
    expect(await stage.events('flow.held')).toEqual([{ holdId: hold.id, ...cause, message, failures: 2 }]);
    const held = await stage.call('GET', '/flows/executions?phase=held');
    expect(held.body.data).toMatchObject([{ id: second }, { id: first }]);
  });

  test('is held for each cause by itself: other nodes and other hosts go on', async () => {
    const flowId = await stage.flow(undefined, '{{triggerData.url}}');
    const at = (host: string) => ({ n: 1, url: receiver.url(host) });
    await stage.fail(flowId, at('127.0.0.1'));
    await stage.fail(flowId, at('127.0.0.1'));
    await stage.opened(flowId);
    await stage.park(flowId, at('127.0.0.1'));
    await stage.fail(flowId, at('localhost'));
    receiver.status = 404;
    await stage.fail(flowId, at('localhost'));
    await stage.fail(flowId, {});
    await stage.fail(flowId, {});
    await waitFor(async () => (await stage.holds()).length === 3);
    expect((await stage.holds()).map(({ nodeId, code, host }) => [nodeId, code, host]).sort()).toEqual([
      ['send', 'FIELD_REQUIRED', null],
      ['send', 'HTTP_STATUS', new URL(receiver.url('127.0.0.1')).host],
      ['send', 'HTTP_STATUS', new URL(receiver.url('localhost')).host],
    ]);
  });

  test('is not held by failures that it handles itself, and not in simulations', async () => {
    const content = stage.content({ hold: { failures: 1, seconds: 300 } });
    const handled = { ...content, edges: [...content.edges, edge('send:error>after')] };
    const { id } = await app.seed.flow(stage.owner, handled);
    for (let n = 0; n < 2; n += 1)
      expect(await stage.ended(await stage.start(id))).toMatchObject({ status: 'completed' });
    expect((await counted(id)).rowCount).toBe(0);
    const held = await stage.heldFlow();
    const simulation = await stage.call('POST', `/flows/${held.flowId}/simulate`, { triggerData: { n: 1 } });
    expect(await stage.ended((simulation.body.data as { executionId: string }).executionId)).toMatchObject({
      status: 'completed',
    });
  });

  test('counts only failures within the seconds', async () => {
    const flowId = await stage.flow();
    await stage.fail(flowId);
    await waitFor(async () => (await counted(flowId)).rowCount === 1);
    await app.services.db.pool.query(
      `update hold_failures set failed_at = now() - interval '301 seconds' where flow_id = $1`,
      [flowId],
    );
    await stage.fail(flowId);
    await waitFor(async () => (await counted(flowId)).rowCount === 2);
    expect(await stage.holds()).toEqual([]);
  });

  test('counts an execution once, however many of its items fail', async () => {
    const send = node('send', 'http.request', { method: 'POST', url: receiver.url(), each: '{{triggerData.list}}' });
    const each = graph(
      [node('start', 'trigger.manual'), { ...send, data: { ...send.data, onItemError: 'continue' } }],
      'start>send',
    );
    const settings = { hold: { failures: 2, seconds: 300 } };
    const { id } = await app.seed.flow(stage.owner, { ...each, settings });
    await stage.ended(await stage.start(id, { list: [1, 2, 3] }));
    await waitFor(async () => (await counted(id)).rowCount === 1);
    expect(await stage.holds()).toEqual([]);
    await stage.ended(await stage.start(id, { list: [1] }));
    await stage.opened(id);
    const parked = await stage.park(id, { list: [1, 2] });
    expect(statuses(await stage.read(parked))).toEqual(['start: completed', 'send: running', 'send: waiting']);
  });

  test('holds quick nodes, too', async () => {
    const sum = node('sum', 'data.transform', { expression: 'triggerData.list.map(x, x + 1)' });
    const content = graph([node('start', 'trigger.manual'), sum], 'start>sum');
    const { id } = await app.seed.flow(stage.owner, { ...content, settings: { hold: { failures: 1, seconds: 60 } } });
    await stage.fail(id, {});
    expect(await stage.opened(id)).toMatchObject({ nodeId: 'sum', host: null });
    await stage.park(id, { list: [1] });
  });

  test('holds no more after its setting is gone, and keeps what waits', async () => {
    const { flowId, hold } = await stage.heldFlow();
    const parked = await stage.park(flowId);
    await stage.call('PATCH', `/flows/${flowId}`, { settings: { hold: null } });
    await stage.fail(flowId);
    expect(await stage.read(parked)).toMatchObject({ phase: 'held' });
    receiver.status = 200;
    await stage.release(hold.id);
    expect(await stage.ended(parked)).toMatchObject({ status: 'completed' });
  });

  test.each([
    [{ failures: 0, seconds: 300 }, 'settings.hold.failures'],
    [{ failures: 3 }, 'settings.hold.seconds'],
    [{ failures: 3, seconds: 86_401 }, 'settings.hold.seconds'],
    [{ failures: 1.5, seconds: 10 }, 'settings.hold.failures'],
    [3, 'settings.hold'],
  ])('refuses %j', async (hold, field) => {
    const answer = await stage.call('POST', '/flows', { name: 'Orders', settings: { hold } });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body.error)).toContain(field);
  });

  test('shows the setting, and takes it along with a file', async () => {
    const flowId = await stage.flow({ hold: { failures: 3, seconds: 300 } });
    const flow = await stage.call('GET', `/flows/${flowId}`);
    expect(flow.body.data).toMatchObject({ settings: { hold: { failures: 3, seconds: 300 } } });
    const file = await stage.call('GET', `/flows/${flowId}/export`);
    expect(file.body.data).toMatchObject({ settings: { hold: { failures: 3, seconds: 300 } } });
  });
});

describe('an execution that is held', () => {
  test('leaves the hold when it is cancelled', async () => {
    const { flowId } = await stage.heldFlow();
    const id = await stage.park(flowId);
    expect(await stage.call('POST', `/flows/executions/${id}/cancel`)).toMatchObject({ status: 200 });
    expect(await stage.opened(flowId)).toMatchObject({ state: 'held', executions: 0 });
  });

  test('leaves the hold when another branch ends it', async () => {
    const { nodes, edges, settings } = stage.content();
    const delay = node('delay', 'logic.delay', { seconds: 3_600 });
    const stop = node('stop', 'logic.stop', { status: 'failed' });
    const content = { nodes: [...nodes, delay, stop], edges: [...edges, edge('start>delay'), edge('delay>stop')] };
    const { id: flowId } = await app.seed.flow(stage.owner, { ...content, settings });
    await stage.fail(flowId);
    await stage.fail(flowId);
    await stage.opened(flowId);
    const id = await stage.park(flowId);
    const { pool } = app.services.db;
    await pool.query(
      `update execution_steps set resume_at = now() - interval '1 second' where execution_id = $1 and node_id = 'delay'`,
      [id],
    );
    await pool.query(`update execution_claims set due_at = now() - interval '1 second' where execution_id = $1`, [id]);
    expect(await stage.ended(id)).toMatchObject({ status: 'failed', error: { code: 'STOPPED' } });
    expect(await stage.opened(flowId)).toMatchObject({ executions: 0 });
  });

  test('is cancelled when its flow is deleted', async () => {
    const { flowId, hold } = await stage.heldFlow();
    const id = await stage.park(flowId);
    expect(await stage.call('DELETE', `/flows/${flowId}`)).toMatchObject({ status: 200 });
    expect(await stage.ended(id)).toMatchObject({ status: 'cancelled', error: { code: 'HOLD_DISCARDED' } });
    expect(await stage.holds()).toEqual([]);
    expect(await stage.call('POST', `/flows/holds/${hold.id}/release`)).toMatchObject({ status: 404 });
  });

  test('is gone with its workspace', async () => {
    const { flowId } = await stage.heldFlow();
    await stage.park(flowId);
    await app.rest(`DELETE /workspaces/${stage.owner.workspaceId}`, { as: stage.owner.token });
    const { pool } = app.services.db;
    for (const table of ['flow_holds', 'parked_steps', 'hold_failures']) {
      const { rowCount } = await pool.query(`select from ${table} where workspace_id = $1`, [stage.owner.workspaceId]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
  });
});
