import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, readExecution, statuses, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;
const called: string[] = [];
let broken = true;

const target = createServer((request, response) => {
  const path = request.url ?? '';
  called.push(path);
  response.statusCode = broken && path.startsWith('/bad') ? 500 : 200;
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ path }));
});

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await app.stop();
  target.close();
});

beforeEach(() => {
  called.length = 0;
  broken = true;
});

const call = (id: string, path: string) => node(id, 'http.request', { method: 'GET', url: targetUrl + path });
const next = (source: string) => ({ id: `${source}>>each`, source, target: 'each', targetHandle: 'next' });

async function failed(content: ReturnType<typeof graph>) {
  const { id: flowId } = await app.seed.flow(owner, content);
  const id = await trigger(app, owner, flowId, { triggerData: { n: 5 } });
  return { ...(await reached(app, owner, id)), id, flowId };
}

async function retry(id: string, body: object = {}) {
  const path = `POST /workspaces/${owner.workspaceId}/flows/executions/${id}/retry`;
  const answer = await app.rest(path, { as: owner.token, body });
  if (answer.status !== 202) return answer;
  return reached(app, owner, (answer.body.data as { executionId: string }).executionId);
}

describe('a run that failed', () => {
  const content = () =>
    graph(
      [
        node('start', 'trigger.manual'),
        call('good', '/good'),
        call('bad', '/bad/{{triggerData.n}}'),
        node('end', 'logic.merge'),
      ],
      'start>good',
      'good:out>bad',
      'bad:out>end',
    );

  test('goes on where it failed, by the version it went by, and says what it is a retry of', async () => {
    const first = await failed(content());
    await app.graphql(
      'mutation ($w: ID!, $f: ID!, $n: JSON!) { updateFlow(workspaceId: $w, flowId: $f, input: { nodes: $n, edges: [] }) { id } }',
      { w: owner.workspaceId, f: first.flowId, n: [node('other', 'trigger.manual')] },
      owner.token,
    );
    broken = false;
    const again = await retry(first.id);
    expect(again).toMatchObject({ status: 'completed', retryOf: first.id, flowVersion: 1, trigger: 'manual' });
    expect(statuses(again as never).sort()).toEqual([
      'bad: completed',
      'end: completed',
      'good: completed',
      'start: completed',
    ]);
    expect(called).toEqual(['/good', '/bad/5', '/bad/5']);
    expect(await readExecution(app, owner, first.id)).toMatchObject({ status: 'failed' });
  });

  test('begins anew where that is asked for', async () => {
    const first = await failed(content());
    const again = await retry(first.id, { from: 'start' });
    expect(again).toMatchObject({ status: 'failed', retryOf: first.id });
    expect(called).toEqual(['/good', '/bad/5', '/good', '/bad/5']);
  });

  test('in a loop goes on with the item that failed', async () => {
    const items = ['/a', '/bad', '/c'];
    const looped = graph(
      [node('start', 'trigger.manual'), node('each', 'logic.loop', { items }), call('ask', '{{loop.item}}')],
      'start>each',
      'each:item>ask',
    );
    const first = await failed({ ...looped, edges: [...looped.edges, next('ask')] });
    expect(first.status).toBe('failed');
    broken = false;
    const again = await retry(first.id, { from: 'failed' });
    expect(again).toMatchObject({ status: 'completed' });
    expect(called).toEqual(['/a', '/bad', '/bad', '/c']);
    const { output } = again as { output: { items: { body: { path: string } }[] } };
    expect(output.items.map(({ body }) => body.path)).toEqual(items);
  });

  test('because it was stopped stops again', async () => {
    const first = await failed(
      graph([node('start', 'trigger.manual'), node('stop', 'logic.stop', { status: 'failed' })], 'start>stop'),
    );
    expect(await retry(first.id)).toMatchObject({ status: 'failed', error: { code: 'STOPPED' } });
  });
});

describe('a run that', () => {
  test('completed is run again as a whole, and has nothing that failed', async () => {
    broken = false;
    const first = await failed(graph([node('start', 'trigger.manual'), call('good', '/good')], 'start>good'));
    expect(await retry(first.id)).toMatchObject({ status: 'completed', retryOf: first.id });
    expect(called).toEqual(['/good', '/good']);
    expect(await retry(first.id, { from: 'failed' })).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT' } },
    });
  });

  test('still runs is not run again', async () => {
    const { id: flowId } = await app.seed.flow(
      owner,
      graph([node('start', 'trigger.manual'), node('wait', 'logic.delay', { minutes: 5 })], 'start>wait'),
    );
    const id = await trigger(app, owner, flowId);
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    expect(await retry(id)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(await retry('01890000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
  });
});
