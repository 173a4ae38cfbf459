import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { endPause, reached, statuses, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

let app: TestApp;
let worker: TestWorker;
let owner: Owner;
let targetUrl: string;

const target = createServer((request, response) => {
  response.statusCode = request.url === '/bad' ? 500 : 200;
  response.end('{}');
});

beforeAll(async () => {
  app = await startTestApp();
  worker = await startTestWorker(app);
  owner = await app.seed.owner();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await worker.stop();
  await app.stop();
  target.close();
});

const start = () => node('start', 'trigger.manual');
const set = (id: string, value: unknown) => node(id, 'data.set', { assignments: [{ name: id, value }] });
const delay = (seconds: number) => node('wait', 'logic.delay', { seconds });
const call = (flowId: string, data: object = {}) => node('call', 'flow.call', { flowId, ...data });

async function flow(nodes: ReturnType<typeof node>[], ...edges: string[]): Promise<string> {
  return (await app.seed.flow(owner, graph([start(), ...nodes], ...edges))).id;
}

const run = async (flowId: string, body: object = {}) => reached(app, owner, await trigger(app, owner, flowId, body));

async function childrenOf(id: string) {
  const { rows } = await app.services.db.pool.query<{ id: string; status: string; trigger: string; chain: string[] }>(
    'select id, status, trigger, chain, call_depth as depth from executions where parent_execution_id = $1 order by id',
    [id],
  );
  return rows;
}

describe('a flow that calls another one', () => {
  test('waits for its end and goes on with its output', async () => {
    const called = await flow([delay(3_600), set('sum', '{{triggerData.a + 1}}')], 'start>wait', 'wait>sum');
    const caller = await flow(
      [call(called, { input: { a: '{{triggerData.a}}' } }), set('got', '{{steps.call.sum}}')],
      'start>call',
      'call:out>got',
    );
    const id = await trigger(app, owner, caller, { triggerData: { a: 41 } });
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    const { rows } = await app.services.db.pool.query(
      'select worker_id, ready_at, due_at from execution_claims where execution_id = $1',
      [id],
    );
    expect(rows).toEqual([{ worker_id: null, ready_at: null, due_at: null }]);
    await endPause(app, String((await childrenOf(id))[0]?.id));
    expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', output: { got: 42 } });
    expect(await childrenOf(id)).toMatchObject([{ status: 'completed', trigger: 'manual', chain: [caller], depth: 1 }]);
  });

  test('goes on at once where it does not wait', async () => {
    const called = await flow([delay(60)], 'start>wait');
    const ended = await run(await flow([call(called, { wait: false })], 'start>call'));
    const [child] = await childrenOf(ended.id);
    expect(ended).toMatchObject({ status: 'completed', output: { executionId: child?.id } });
  });

  test('takes its error handle where the called run fails, and starts another one where it tries again', async () => {
    const called = await flow([node('bad', 'http.request', { method: 'GET', url: `${targetUrl}/bad` })], 'start>bad');
    const ended = await run(
      await flow(
        [call(called, { retry: { attempts: 2, backoffSeconds: 0 } }), set('sorry', '{{steps.call.executionId}}')],
        'start>call',
        'call:error>sorry',
      ),
    );
    const children = await childrenOf(ended.id);
    expect(children.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(ended).toMatchObject({ status: 'completed', output: { sorry: children[1]?.id } });
    expect(ended.steps.find(({ nodeId }) => nodeId === 'call')).toMatchObject({
      attempt: 2,
      error: { code: 'CALL_FAILED', message: expect.stringContaining('HTTP_STATUS') },
    });
  });

  test('goes eight calls deep and no deeper', async () => {
    const id = await flow([set('end', 1)], 'start>end');
    let deepest = id;
    for (let depth = 0; depth < 9; depth++) deepest = await flow([call(deepest)], 'start>call');
    const ended = await run(deepest);
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'CALL_FAILED' } });
    // The cause is named once, and not once for each level.
    expect(ended.error?.message).toMatch(/^The called execution failed \(CALL_DEPTH\): Calls between flows/);
  }, 30_000);

  test('fails for a flow that is paused', async () => {
    const called = await flow([set('end', 1)], 'start>end');
    const caller = await flow([call(called)], 'start>call');
    await app.graphql(
      'mutation ($w: ID!, $f: ID!) { updateFlow(workspaceId: $w, flowId: $f, input: { isActive: false }) { id } }',
      { w: owner.workspaceId, f: called },
      owner.token,
    );
    expect(await run(caller)).toMatchObject({ status: 'failed', error: { code: 'FLOW_PAUSED' } });
  });

  test('takes the called run along when it is cancelled', async () => {
    const called = await flow([delay(600)], 'start>wait');
    const between = await flow([call(called)], 'start>call');
    const id = await trigger(app, owner, await flow([call(between)], 'start>call'));
    await waitFor(async () => (await childrenOf((await childrenOf(id))[0]?.id as string)).length === 1);
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/cancel`, { as: owner.token });
    const [child] = await childrenOf(id);
    await waitFor(async () => (await childrenOf(child?.id as string))[0]?.status === 'cancelled');
    expect((await childrenOf(id))[0]?.status).toBe('cancelled');
  });

  test('is told when the called run is cancelled', async () => {
    const called = await flow([delay(600)], 'start>wait');
    const id = await trigger(app, owner, await flow([call(called)], 'start>call'));
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    const [child] = await childrenOf(id);
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${child?.id}/cancel`, { as: owner.token });
    expect(await reached(app, owner, id)).toMatchObject({ status: 'failed', error: { code: 'CALL_CANCELLED' } });
  });

  test('drops what it called when another branch fails', async () => {
    const called = await flow([delay(600)], 'start>wait');
    const ended = await run(
      await flow(
        [
          call(called),
          node('pause', 'logic.delay', { seconds: 0.5 }),
          node('stop', 'logic.stop', { status: 'failed' }),
        ],
        'start>call',
        'start>pause',
        'pause>stop',
      ),
    );
    expect(statuses(ended)).toEqual(expect.arrayContaining(['call: cancelled']));
    await waitFor(async () => (await childrenOf(ended.id))[0]?.status === 'cancelled');
  });

  test('calls in a loop, each item once', async () => {
    const called = await flow([set('twice', '{{triggerData.n * 2}}')], 'start>twice');
    const content = graph(
      [start(), node('each', 'logic.loop', { items: [1, 2, 3] }), call(called, { input: { n: '{{loop.item}}' } })],
      'start>each',
      'each:item>call',
    );
    const back = { id: 'back', source: 'call', target: 'each', targetHandle: 'next' };
    const { id } = await app.seed.flow(owner, { ...content, edges: [...content.edges, back] });
    const ended = await run(id);
    expect(ended).toMatchObject({ output: { items: [{ twice: 2 }, { twice: 4 }, { twice: 6 }] } });
    expect(await childrenOf(ended.id)).toHaveLength(3);
  });

  test('finds the answer although its worker died before it could wait', async () => {
    const called = await flow([set('end', 'done')], 'start>end');
    const caller = await flow([call(called)], 'start>call');
    await worker.stop();
    let id = '';
    const dead = Promise.withResolvers<void>();
    const died = await startTestWorker(app, {
      leaseSeconds: 1,
      reached: (point, executionId) => {
        if (point === 'after-effect' && executionId === id) {
          dead.resolve();
          throw Object.assign(new Error('Gone.'), { code: 'ECONNRESET' });
        }
      },
    });
    id = await trigger(app, owner, caller);
    await dead.promise;
    await died.stop();
    worker = await startTestWorker(app);
    expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', output: { end: 'done' } });
    expect(await childrenOf(id)).toHaveLength(1);
  }, 40_000);
});
