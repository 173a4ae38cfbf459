import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';

let app: TestApp;
let busy: Server;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  busy = createServer((_request, response) => response.writeHead(429, { 'retry-after': '300' }).end()).listen(0);
});
afterAll(async () => {
  busy.close();
  await app.stop();
});

test('a step that is retried waits as long as the server asks for with Retry-After', async () => {
  const owner = await app.seed.owner();
  const { port } = busy.address() as AddressInfo;
  const retry = { attempts: 2, backoffSeconds: 1 };
  const ask = node('ask', 'http.request', { method: 'GET', url: `http://127.0.0.1:${port}/`, retry });
  const { id: flowId } = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), ask], 'start>ask'));
  const id = await trigger(app, owner, flowId);
  await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  const { rows } = await app.services.db.pool.query(
    `select extract(epoch from resume_at - started_at)::float as seconds, attempt from execution_steps
     where execution_id = $1 and node_id = 'ask'`,
    [id],
  );
  expect(rows).toEqual([{ seconds: expect.any(Number), attempt: 1 }]);
  expect(rows[0].seconds).toBeGreaterThanOrEqual(300);
  expect(rows[0].seconds).toBeLessThan(400);
});
