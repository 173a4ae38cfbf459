import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, statuses } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;
let calls = 0;

const target = createServer((_request, response) => {
  calls += 1;
  response.end('{}');
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

const nodes = () => [
  node('start', 'trigger.manual'),
  node('wait', 'logic.delay', { minutes: 90 }),
  node('call', 'http.request', { method: 'POST', url: targetUrl, retry: { attempts: 3, backoffSeconds: 60 } }),
  node('good', 'data.set', { assignments: [{ name: 'total', value: '{{steps.call.body.total}}' }] }),
  node('bad', 'data.set', { assignments: [{ name: 'failed', value: '{{triggerData.n}}' }] }),
];
const edges = ['start>wait', 'wait>call', 'call:out>good', 'call:error>bad'];

async function simulate(body: object) {
  const { id } = await app.seed.flow(owner, graph(nodes(), ...edges), false);
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${id}/simulate`, {
    as: owner.token,
    body,
  });
  if (answer.status !== 202) return answer;
  return reached(app, owner, (answer.body.data as { executionId: string }).executionId);
}

describe('a simulation', () => {
  test('of a draft ends its waits at once and takes the sample of a node that would reach out', async () => {
    const ended = await simulate({ triggerData: { n: 1 } });
    expect(ended).toMatchObject({ status: 'completed', trigger: 'simulation', output: { total: null } });
    expect(calls).toBe(0);
  });

  test('answers with mocks, which may choose the way on', async () => {
    expect(await simulate({ mocks: { call: { status: 200, body: { total: 12 } } } })).toMatchObject({
      status: 'completed',
      output: { total: 12 },
    });
    const failed = await simulate({ triggerData: { n: 7 }, mocks: { call: { handle: 'error' } } });
    expect(failed).toMatchObject({ status: 'completed', output: { failed: 7 } });
    expect(statuses(failed as never)).toEqual(expect.arrayContaining(['call: failed', 'good: skipped']));
    expect(calls).toBe(0);
  });

  test('begins at a node of the flow', async () => {
    const ended = await simulate({ startNodeId: 'good' });
    expect(statuses(ended as never)).toEqual(['good: completed']);
  });

  test('names the nodes that the flow lacks', async () => {
    const refused = await simulate({ startNodeId: 'nope', mocks: { never: 1 } });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_FAILED', details: [{ field: 'startNodeId' }, { field: 'mocks.never' }] } },
    });
  });
});
