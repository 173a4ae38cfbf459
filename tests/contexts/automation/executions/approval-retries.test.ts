import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';

let app: TestApp;
/** A mail server that takes connections and says nothing. */
let silent: Server;
const sockets: Socket[] = [];

beforeAll(async () => {
  silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  app = await startTestApp({ worker: true, smtp: { url, from: 'server@example.com' } });
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.stop();
  silent.close();
});

test('a decision for an approval that waits for its next attempt is refused, not accepted and lost', async () => {
  const owner = await app.seed.owner();
  const data = { message: 'Pay?', approvers: [owner.email], timeout: 1 };
  const retry = { attempts: 2, backoffSeconds: 3_600 };
  const content = graph(
    [node('start', 'trigger.manual'), node('ask', 'wait.approval', { ...data, retry }), node('end', 'logic.stop')],
    'start>ask',
    'ask:approved>end',
  );
  const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
  const { steps } = await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  const step = steps.find(({ nodeId }) => nodeId === 'ask') as unknown as { id: string; attempt: number };
  const path = `/workspaces/${owner.workspaceId}/flows/executions/${id}/approvals/${step.id}`;
  const answer = await app.rest(`POST ${path}`, { as: owner.token, body: { decision: 'approved' } });
  expect([answer.status, answer.body.error?.code]).toEqual([409, 'CONFLICT']);
});
