import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { type Fleet, startFleet } from '../support/fleet.js';
import { graph, node } from '../support/graphs.js';
import { trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';

const kills = 6;

let app: TestApp;
let fleet: Fleet;
let server: Server;
let owner: Owner;
/** By key, the executions whose request is open, and how many of them were at most. */
const open = new Map<string, Set<string>>();
let mostOpen = 0;
/** Executions that were called, without repetitions of an interrupted step. */
const called = new Set<string>();

beforeAll(async () => {
  app = await startTestApp();
  server = createServer((request, response) => {
    const [, key, id] = (request.url as string).split('/') as [string, string, string];
    called.add(id);
    const ofKey = open.get(key) ?? new Set();
    open.set(key, ofKey.add(id));
    mostOpen = Math.max(mostOpen, ofKey.size);
    response.once('close', () => ofKey.delete(id));
    setTimeout(() => response.end('{}'), 30);
  }).listen(0);
  const keys = app.config.vaultKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
  fleet = await startFleet(app.database.url, ['worker', 'worker'], { VAULT_KEYS: keys });
  owner = await app.seed.owner();
}, 120_000);

afterAll(async () => {
  await fleet.stop();
  server.close();
  await app.stop();
});

async function flowWith(control: object): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/{{default(triggerData.key, "list")}}/{{execution.id}}`;
  const call = node('call', 'http.request', { method: 'POST', url });
  const content = graph([node('start', 'trigger.manual'), call], 'start>call');
  return (await app.seed.flow(owner, { ...content, settings: { maxConcurrent: 1_000, control } })).id;
}

const rowsOf = async (flowId: string, where: string) => {
  const text = `select id, trigger_data as data from executions where flow_id = $1 and ${where} order by id`;
  return (await app.services.db.pool.query<{ id: string; data: unknown }>(text, [flowId])).rows;
};

/** Kills a process after every few executions that were called, until all of them have completed. */
async function killUntil(flowId: string, completed: number): Promise<void> {
  const isDone = async () => (await rowsOf(flowId, "status = 'completed'")).length === completed;
  for (let kill = 0; kill < kills; kill++) {
    const before = called.size;
    await waitFor(async () => called.size > before + 2 || (await isDone()));
    await fleet.kill(kill % 2);
  }
  await fleet.ready();
  await waitFor(isDone, { timeoutMs: 120_000 });
}

test('executions of a key run one after the other, each once, although processes are killed', async () => {
  const flowId = await flowWith({ key: '{{triggerData.key}}', concurrency: 1 });
  const ids = await Promise.all(
    Array.from({ length: 60 }, (_, n) => trigger(app, owner, flowId, { triggerData: { key: `k${n % 3}` } })),
  );
  await killUntil(flowId, ids.length);
  expect(mostOpen).toBe(1);
  expect([...called].sort()).toEqual(ids.toSorted());
}, 240_000);

test('what is collected is in one list each, although processes are killed', async () => {
  called.clear();
  const flowId = await flowWith({ batch: { max: 4, seconds: 3_600 }, concurrency: 1 });
  const start = (n: number) => trigger(app, owner, flowId, { triggerData: { n } });
  for (let n = 0; n < 80; n += 4) await Promise.all([0, 1, 2, 3].map((more) => start(n + more)));
  await killUntil(flowId, 20);
  const lists = (await rowsOf(flowId, 'true')).map(({ data }) => data as { n: number }[]);
  const all = lists.flat().map(({ n }) => n);
  expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, n) => n));
}, 240_000);
