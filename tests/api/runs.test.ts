import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { endPause, reached, readExecution, statuses, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;
const requests: { url: string; aborted: boolean; key: string }[] = [];

/** `/slow` never answers, `/fail-N` fails N times for each key, everything else echoes. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const seen = { url: request.url ?? '', aborted: false, key: String(request.headers['idempotency-key']) };
  requests.push(seen);
  response.on('close', () => {
    seen.aborted = !response.writableFinished;
  });
  request.resume().on('end', () => {
    if (seen.url === '/slow') return;
    const fails = Number(/^\/fail-(\d+)/.exec(seen.url)?.[1] ?? 0);
    const before = requests.filter(({ url, key }) => url === seen.url && key === seen.key).length;
    response.statusCode = before <= fails ? 500 : 200;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: seen.url, before }));
  });
}

const target = createServer(answer);

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await app.stop();
  target.closeAllConnections();
  target.close();
});

const call = (id: string, path: string, data: object = {}) =>
  node(id, 'http.request', { method: 'GET', url: targetUrl + path, ...data });
const set = (id: string, value: string) => node(id, 'data.set', { assignments: [{ name: id, value }] });

async function flow(nodes: ReturnType<typeof node>[], edges: string[], settings: object = {}): Promise<string> {
  const content = graph([node('start', 'trigger.manual'), ...nodes], ...edges);
  return (await app.seed.flow(owner, { ...content, settings })).id;
}

describe('a run', () => {
  test('takes both branches side by side and joins them', async () => {
    const id = await flow(
      [
        call('a', '/a'),
        call('b', '/b'),
        node('both', 'logic.merge'),
        set('end', '{{steps.a.body.url}}{{steps.b.body.url}}'),
      ],
      ['start>a', 'start>b', 'a:out>both', 'b:out>both', 'both>end'],
    );
    const run = await reached(app, owner, await trigger(app, owner, id));
    expect(run.status).toBe('completed');
    expect(run.output).toEqual({ end: '/a/b' });
  });

  test('records branches that were not taken as skipped', async () => {
    const id = await flow(
      [
        node('if', 'logic.if', { conditions: [{ left: '{{triggerData.n}}', operator: 'gt', right: 5 }] }),
        set('yes', 'big'),
        set('no', 'small'),
        set('after', '{{triggerData.n}}'),
      ],
      ['start>if', 'if:true>yes', 'if:false>no', 'yes>after', 'no>after'],
    );
    const run = await reached(app, owner, await trigger(app, owner, id, { triggerData: { n: 7 } }));
    expect(statuses(run).sort()).toEqual([
      'after: completed',
      'if: completed',
      'no: skipped',
      'start: completed',
      'yes: completed',
    ]);
    expect(run.output).toEqual({ after: 7 });
  });

  test('starts from the node that was asked for', async () => {
    const id = await flow([set('a', '1'), set('b', '2')], ['start>a', 'a>b']);
    const run = await reached(app, owner, await trigger(app, owner, id, { startNodeId: 'b' }));
    expect(statuses(run)).toEqual(['b: completed']);
  });

  test('waits without a worker and goes on when its time has come', async () => {
    const id = await flow(
      [node('wait', 'logic.delay', { minutes: 60 }), set('end', 'done')],
      ['start>wait', 'wait>end'],
    );
    const executionId = await trigger(app, owner, id);
    const waiting = await reached(app, owner, executionId, ({ phase }) => phase === 'waiting');
    expect(waiting.steps.find(({ nodeId }) => nodeId === 'wait')).toMatchObject({ status: 'waiting', output: null });
    const { rows } = await app.services.db.pool.query(
      'select worker_id from execution_claims where execution_id = $1',
      [executionId],
    );
    expect(rows).toEqual([{ worker_id: null }]);
    await endPause(app, executionId);
    const run = await reached(app, owner, executionId);
    expect(run.status).toBe('completed');
    expect(run.steps.find(({ nodeId }) => nodeId === 'wait')?.output).toEqual({ resumedAt: expect.any(String) });
  });

  test('fails with the step that failed, and cancels what still ran', async () => {
    const id = await flow([call('bad', '/fail-9'), call('slow', '/slow')], ['start>bad', 'start>slow']);
    const run = await reached(app, owner, await trigger(app, owner, id));
    expect(run).toMatchObject({ status: 'failed', error: { code: 'HTTP_STATUS', nodeId: 'bad' } });
    expect(statuses(run).sort()).toEqual(['bad: failed', 'slow: cancelled', 'start: completed']);
  });

  test('leaves a failed step by its error handle where that is wired', async () => {
    const id = await flow(
      [call('bad', '/fail-9'), set('saved', '{{steps.bad.status}}')],
      ['start>bad', 'bad:error>saved'],
    );
    const run = await reached(app, owner, await trigger(app, owner, id));
    expect(run.status).toBe('completed');
    expect(run.output).toEqual({ saved: 500 });
  });

  test('tries a failing step again, with the same idempotency key', async () => {
    const retry = { attempts: 3, backoffSeconds: 0.2, factor: 1 };
    const id = await flow([call('flaky', '/fail-2', { retry })], ['start>flaky']);
    const executionId = await trigger(app, owner, id);
    const run = await reached(app, owner, executionId);
    expect(run.status).toBe('completed');
    expect(run.steps.find(({ nodeId }) => nodeId === 'flaky')).toMatchObject({
      attempt: 3,
      status: 'completed',
      error: null,
    });
    const keys = requests.filter(({ key }) => key.startsWith(executionId)).map(({ key }) => key);
    expect(keys).toEqual(Array(3).fill(`${executionId}:flaky:`));
  });

  test('passes the input of a disabled node on', async () => {
    const id = await flow(
      [call('off', '/slow', { disabled: true }), set('end', '{{steps.off.n}}')],
      ['start>off', 'off:out>end'],
    );
    const run = await reached(app, owner, await trigger(app, owner, id, { triggerData: { n: 3 } }));
    expect(run.output).toEqual({ end: 3 });
  });

  test('stops where the flow says so', async () => {
    const id = await flow([node('stop', 'logic.stop', { status: 'failed', message: 'no stock' })], ['start>stop']);
    const run = await reached(app, owner, await trigger(app, owner, id));
    expect(run).toMatchObject({ status: 'failed', error: { code: 'STOPPED', message: 'no stock', nodeId: 'stop' } });
  });

  test('goes by the version it started with, whatever is changed meanwhile', async () => {
    const id = await flow(
      [node('wait', 'logic.delay', { minutes: 60 }), set('end', 'old')],
      ['start>wait', 'wait>end'],
    );
    const executionId = await trigger(app, owner, id);
    const changed = graph([node('start', 'trigger.manual'), set('end', 'new')], 'start>end');
    const patch = await app.rest(`PATCH /workspaces/${owner.workspaceId}/flows/${id}`, {
      as: owner.token,
      body: changed,
    });
    expect(patch.status).toBe(200);
    await endPause(app, executionId);
    const run = await reached(app, owner, executionId);
    expect(run).toMatchObject({ flowVersion: 1, output: { end: 'old' } });
  });

  test('ends although its flow was deleted meanwhile', async () => {
    const id = await flow(
      [node('wait', 'logic.delay', { minutes: 60 }), set('end', 'done')],
      ['start>wait', 'wait>end'],
    );
    const executionId = await trigger(app, owner, id);
    await app.rest(`DELETE /workspaces/${owner.workspaceId}/flows/${id}`, { as: owner.token });
    await endPause(app, executionId);
    expect(await reached(app, owner, executionId)).toMatchObject({ status: 'completed', output: { end: 'done' } });
  });

  test('is over when its running time is used up', async () => {
    const id = await flow([call('slow', '/slow')], ['start>slow'], { timeout: 1 });
    const run = await reached(app, owner, await trigger(app, owner, id));
    expect(run).toMatchObject({ status: 'failed', error: { code: 'RUN_TIMEOUT' } });
    expect(statuses(run)).toEqual(['start: completed', 'slow: cancelled']);
  });

  test('fails a step whose own time is used up', async () => {
    const id = await flow(
      [call('slow', '/slow', { timeout: 1 }), set('late', '{{steps.slow}}')],
      ['start>slow', 'slow:error>late'],
    );
    const run = await reached(app, owner, await trigger(app, owner, id));
    expect(run.status).toBe('completed');
    expect(run.steps.find(({ nodeId }) => nodeId === 'slow')).toMatchObject({
      status: 'failed',
      error: { code: 'STEP_TIMEOUT' },
    });
  });

  test('says in the step log which path had no value', async () => {
    const id = await flow([set('x', 'a{{triggerData.missing}}b')], ['start>x']);
    const run = await reached(app, owner, await trigger(app, owner, id));
    expect(run.output).toEqual({ x: 'ab' });
    expect(run.steps[1]?.logs[0]).toMatchObject({
      level: 'warn',
      message: expect.stringContaining('triggerData.missing'),
    });
  });
});

describe('cancelling', () => {
  const cancel = (id: string) =>
    app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/cancel`, { as: owner.token });

  test('reaches an HTTP call that is under way', async () => {
    const id = await flow([call('slow', '/slow'), set('never', '1')], ['start>slow', 'slow:out>never']);
    const executionId = await trigger(app, owner, id);
    const sent = () => requests.find(({ key }) => key.startsWith(executionId));
    await waitFor(async () => sent() !== undefined);
    const answered = await cancel(executionId);
    expect(answered).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
    await waitFor(async () => sent()?.aborted === true);
    expect(statuses(await readExecution(app, owner, executionId))).toEqual(['start: completed', 'slow: cancelled']);
  });

  test('ends a waiting run, which then never goes on', async () => {
    const id = await flow(
      [node('wait', 'logic.delay', { minutes: 60 }), call('after', '/after')],
      ['start>wait', 'wait>after'],
    );
    const executionId = await trigger(app, owner, id);
    await reached(app, owner, executionId, ({ phase }) => phase === 'waiting');
    expect((await cancel(executionId)).status).toBe(200);
    await waitFor(async () => {
      const claims = await app.services.db.pool.query('select from execution_claims where execution_id = $1', [
        executionId,
      ]);
      return claims.rowCount === 0;
    });
    expect(statuses(await readExecution(app, owner, executionId))).toEqual(['start: completed', 'wait: cancelled']);
  });

  test('is refused for a run that has ended', async () => {
    const id = await flow([set('a', '1')], ['start>a']);
    const executionId = await trigger(app, owner, id);
    await reached(app, owner, executionId);
    expect(await cancel(executionId)).toMatchObject({
      status: 400,
      body: { success: false, error: { code: 'EXECUTION_NOT_RUNNING', message: expect.stringContaining('completed') } },
    });
  });
});
