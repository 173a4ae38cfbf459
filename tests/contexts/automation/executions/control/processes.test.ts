import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { graph, node } from '../../../../support/graphs.js';
import { reached, trigger } from '../../../../support/run.js';
import type { Owner } from '../../../../support/seed.js';

let app: TestApp;
let workers: TestApp[];
let owner: Owner;
let url: string;
const keys = 4;
const open = new Map<string, ServerResponse[]>();
const mostOpen = new Map<string, number>();
/** Whether as many requests of each key were open at once as may be. */
let wasFull = false;

// The first requests are answered once there are as many of each key as may run: no other one may come before.
const target = createServer((request, response) => {
  const key = request.url?.slice(1) as string;
  open.set(key, [...(open.get(key) ?? []), response]);
  mostOpen.set(key, Math.max(mostOpen.get(key) ?? 0, open.get(key)?.length as number));
  wasFull ||= [...open.values()].filter(({ length }) => length === 2).length === keys;
  if (wasFull) for (const one of open.keys()) answer(one);
});

function answer(key: string): void {
  const responses = open.get(key) ?? [];
  open.set(key, []);
  for (const response of responses) response.end('{}');
}

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  app = await startTestApp();
  const { database } = app;
  workers = [await startTestApp({ database, worker: true }), await startTestApp({ database, worker: true })];
  owner = await app.seed.owner();
});

afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await app.stop();
  target.close();
});

test('executions that several processes start at once never run beyond the limit of their key, and all of them run', async () => {
  const call = node('call', 'http.request', { method: 'POST', url: `${url}{{triggerData.key}}` });
  const content = graph([node('start', 'trigger.manual'), call], 'start>call');
  const settings = { maxConcurrent: 1_000, control: { key: '{{triggerData.key}}', concurrency: 2 } };
  const { id: flowId } = await app.seed.flow(owner, { ...content, settings });
  const start = (n: number) =>
    trigger([app, ...workers][n % 3] as TestApp, owner, flowId, { triggerData: { key: `k${n % keys}` } });
  const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => start(n)));
  for (const id of ids) expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
  expect(mostOpen.size).toBe(keys);
  for (const most of mostOpen.values()) expect(most).toBe(2);
  const { rows } = await app.services.db.pool.query('select from flow_controls');
  expect(rows.length).toBeLessThan(60);
});
