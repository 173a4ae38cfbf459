import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { edge, node } from '../../../../support/graphs.js';
import { reached, type SeenExecution } from '../../../../support/run.js';
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

const held = { hold: { failures: 2, seconds: 300 } };

describe('a release', () => {
  test('lets all that wait go on in the order in which they arrived, under the limit of the flow', async () => {
    await stage.listen('flow.released');
    const { flowId, hold } = await stage.heldFlow({ ...held, maxConcurrent: 1 });
    const ids: string[] = [];
    for (let n = 1; n <= 6; n += 1) ids.push(await stage.park(flowId, n));
    receiver.status = 200;
    const released = await stage.release(hold.id);
    expect(released).toMatchObject({ state: 'released', executions: 0, settled: 6 });
    for (const id of ids) expect(await stage.ended(id)).toMatchObject({ status: 'completed' });
    expect(receiver.received).toEqual([1, 2, 3, 4, 5, 6]);
    await waitFor(async () => (await stage.events('flow.released')).length > 0);
    const { flowName, nodeId, code, host } = hold;
    expect(await stage.events('flow.released')).toEqual([
      { holdId: hold.id, flowId, flowName, nodeId, code, host, executions: 6 },
    ]);
    const later = await stage.start(flowId, 7);
    expect(await stage.ended(later)).toMatchObject({ status: 'completed' });
  });

  test('runs the version that each has, or the current one', async () => {
    const { flowId, hold } = await stage.heldFlow();
    const same = await stage.park(flowId, 1);
    receiver.status = 200;
    await stage.release(hold.id, { version: 'same' });
    expect(await stage.ended(same)).toMatchObject({ status: 'completed', flowVersion: 1 });
    receiver.status = 503;
    await stage.fail(flowId);
    await stage.fail(flowId);
    await waitFor(async () => (await stage.holds(`?flowId=${flowId}&state=held`)).length === 1);
    const [again] = await stage.holds('?state=held');
    const current = await stage.park(flowId, 2);
    const { nodes, edges } = stage.content();
    const body = {
      nodes: nodes.map((one) => (one.id === 'send' ? { ...one, data: { ...one.data, body: { n: 'mended' } } } : one)),
    };
    expect(await stage.call('PATCH', `/flows/${flowId}`, { ...body, edges })).toMatchObject({ status: 200 });
    receiver.received = [];
    receiver.status = 200;
    await stage.release(again?.id as string, { version: 'current' });
    expect(await stage.ended(current)).toMatchObject({ status: 'completed', flowVersion: 2 });
    expect(receiver.received).toEqual(['mended']);
  });

  test('goes on at what took the place of the node in the current version', async () => {
    const { flowId, hold } = await stage.heldFlow();
    const id = await stage.park(flowId, 5);
    const nodes = [
      node('start', 'trigger.manual'),
      node('instead', 'data.transform', { expression: 'triggerData.n + 1' }),
    ];
    expect(await stage.call('PATCH', `/flows/${flowId}`, { nodes, edges: [edge('start>instead')] })).toMatchObject({
      status: 200,
    });
    await stage.release(hold.id, { version: 'current' });
    expect(await stage.ended(id)).toMatchObject({ status: 'completed', flowVersion: 2, output: 6 });
  });

  test('keeps the version of executions that do something besides', async () => {
    const { nodes, edges, settings } = stage.content();
    const delay = node('delay', 'logic.delay', { seconds: 3_600 });
    const content = { nodes: [...nodes, delay], edges: [...edges, edge('start>delay')] };
    const { id: flowId } = await app.seed.flow(stage.owner, { ...content, settings });
    for (let n = 0; n < 2; n += 1) await stage.fail(flowId);
    const hold = await stage.opened(flowId);
    const id = await stage.park(flowId, 1);
    await stage.call('PATCH', `/flows/${flowId}`, { nodes, edges });
    receiver.status = 200;
    await stage.release(hold.id, { version: 'current' });
    const until = ({ steps }: SeenExecution) =>
      steps.some((step) => step.nodeId === 'after' && step.status === 'completed');
    expect(await reached(app, stage.owner, id, until)).toMatchObject({ flowVersion: 1, phase: 'waiting' });
  });

  test('reaches an execution of which another step is in progress', async () => {
    const { nodes, edges, settings } = stage.content();
    const slow = node('slow', 'http.request', { method: 'GET', url: `${receiver.url()}slow` });
    const { id: flowId } = await app.seed.flow(stage.owner, {
      nodes: [...nodes, slow],
      edges: [...edges, edge('start>slow')],
      settings,
    });
    for (let n = 0; n < 2; n += 1) await stage.fail(flowId);
    const hold = await stage.opened(flowId);
    const id = await stage.start(flowId, 1);
    await waitFor(async () => (await stage.opened(flowId)).executions === 1);
    receiver.status = 200;
    await stage.release(hold.id);
    const until = ({ steps }: SeenExecution) =>
      steps.some((step) => step.nodeId === 'after' && step.status === 'completed');
    expect(await reached(app, stage.owner, id, until)).toMatchObject({ status: 'running', phase: 'active' });
    receiver.free();
    expect(await stage.ended(id)).toMatchObject({ status: 'completed' });
  });

  test('stops when the cause comes back, and the rest goes on waiting', async () => {
    await stage.listen('flow.held');
    const { flowId, hold } = await stage.heldFlow();
    const ids = [await stage.park(flowId), await stage.park(flowId), await stage.park(flowId)];
    await stage.release(hold.id);
    for (const id of ids) expect(await stage.ended(id)).toMatchObject({ status: 'failed' });
    await waitFor(async () => (await stage.holds('?state=held')).length === 1);
    await stage.park(flowId);
    await waitFor(async () => (await stage.events('flow.held')).length === 2);
  });

  test('lets go what was parked while its hold closed', async () => {
    const { flowId, hold } = await stage.heldFlow();
    const id = await stage.park(flowId, 9);
    receiver.status = 200;
    // As a process writes it that read the hold before it closed.
    await app.services.db.pool.query(`update flow_holds set state = 'released', closed_at = now() where id = $1`, [
      hold.id,
    ]);
    expect(await stage.ended(id)).toMatchObject({ status: 'completed' });
  });

  test('is refused for a hold that has been ended, and one that does not exist', async () => {
    const { hold } = await stage.heldFlow();
    await stage.release(hold.id);
    for (const action of ['release', 'discard']) {
      expect(await stage.call('POST', `/flows/holds/${hold.id}/${action}`)).toMatchObject({
        status: 409,
        body: { error: { code: 'CONFLICT' } },
      });
      const unknown = '01980000-0000-7000-8000-000000000000';
      expect(await stage.call('POST', `/flows/holds/${unknown}/${action}`)).toMatchObject({ status: 404 });
      expect(await stage.call('POST', `/flows/holds/x/${action}`)).toMatchObject({ status: 404 });
    }
    expect(await stage.call('POST', `/flows/holds/${hold.id}/release`, { version: 'newest' })).toMatchObject({
      status: 400,
    });
  });

  test('needs flows:execute, and a hold of the same workspace', async () => {
    const { hold } = await stage.heldFlow();
    const { owner } = stage;
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    const path = (workspaceId: string) => `/workspaces/${workspaceId}/flows/holds`;
    expect(await app.rest(`GET ${path(owner.workspaceId)}`, { as: reader })).toMatchObject({ status: 200 });
    for (const action of ['release', 'discard']) {
      const call = `POST ${path(owner.workspaceId)}/${hold.id}/${action}`;
      expect(await app.rest(call, { as: reader })).toMatchObject({ status: 403 });
      const other = await app.seed.owner();
      const elsewhere = `POST ${path(other.workspaceId)}/${hold.id}/${action}`;
      expect(await app.rest(elsewhere, { as: other.token })).toMatchObject({ status: 404 });
      expect((await app.rest(`GET ${path(other.workspaceId)}`, { as: other.token })).body.data).toEqual([]);
    }
  });
});

describe('discarding', () => {
  test('cancels what waits, and later executions run again', async () => {
    const { flowId, hold } = await stage.heldFlow();
    const ids = [await stage.park(flowId), await stage.park(flowId)];
    expect(await stage.call('POST', `/flows/holds/${hold.id}/discard`)).toMatchObject({ status: 200 });
    expect(await stage.closed(hold.id)).toMatchObject({ state: 'discarded', executions: 0, settled: 2 });
    for (const id of ids) {
      const error = { code: 'HOLD_DISCARDED' };
      expect(await stage.ended(id)).toMatchObject({ status: 'cancelled', error });
    }
    receiver.status = 200;
    expect(await stage.ended(await stage.start(flowId, 1))).toMatchObject({ status: 'completed' });
    expect(receiver.received).toEqual([1]);
  });
});
