import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { type Fleet, startFleet } from '../support/fleet.js';
import { graph, node } from '../support/graphs.js';
import { trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';

/** Executions that start after the hold has opened. */
const kept = 200;
const kills = 4;

let app: TestApp;
let fleet: Fleet;
let server: Server;
let owner: Owner;
let isDown = true;
let failed = 0;
/** Executions whose request was answered, without repetitions of an interrupted step. */
const answered = new Set<string>();

beforeAll(async () => {
  app = await startTestApp();
  server = createServer((request, response) => {
    if (isDown) failed += 1;
    else answered.add(request.url as string);
    response.writeHead(isDown ? 503 : 200).end('{}');
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

async function count(text: string, ...values: unknown[]): Promise<number> {
  const { rows } = await app.services.db.pool.query<{ count: number }>(
    `select count(*)::integer as count ${text}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

async function listen(eventType: string): Promise<void> {
  const echo = node('echo', 'data.transform', { expression: 'triggerData' });
  await app.seed.flow(owner, graph([node('on', 'trigger.crmEvent', { eventType }), echo], 'on>echo'));
}

const events = (type: string) =>
  count(`from executions where trigger = 'crm_event' and trigger_data ->> 'type' = $1`, type);

/** Kills one process after the other while something happens. */
async function killWhile(progress: () => Promise<number>, isDone: () => Promise<boolean>): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    const before = await progress();
    await waitFor(async () => (await progress()) > before || (await isDone()));
    await fleet.kill(kill % 2);
  }
  await fleet.ready();
  await waitFor(isDone, { timeoutMs: 120_000 });
}

test('one hold opens, and each execution that it keeps is released once, although processes are killed', async () => {
  await listen('flow.held');
  await listen('flow.released');
  const { port } = server.address() as AddressInfo;
  const send = node('send', 'http.request', { method: 'POST', url: `http://127.0.0.1:${port}/{{execution.id}}` });
  const content = graph([node('start', 'trigger.manual'), send], 'start>send');
  const settings = { maxConcurrent: 1_000, hold: { failures: 3, seconds: 3_600 } };
  const { id: flowId } = await app.seed.flow(owner, { ...content, settings });
  const parked = () => count('from parked_steps');
  const over = () => count(`from executions where flow_id = $1 and status = 'failed'`, flowId);
  let started = 0;
  let toStart = Number.POSITIVE_INFINITY;
  const starting = (async () => {
    for (; started < toStart; started += 1) {
      await trigger(app, owner, flowId);
      if (toStart === Number.POSITIVE_INFINITY && (await count('from flow_holds')) > 0) toStart = started + 1 + kept;
    }
  })();
  await killWhile(
    async () => failed + (await parked()),
    async () => started === toStart && (await parked()) + (await over()) === started,
  );
  await starting;
  expect(await count('from flow_holds')).toBe(1);
  expect(await events('flow.held')).toBe(1);
  const waiting = await parked();
  // One that was interrupted while it asked goes on, and fails.
  expect(waiting).toBeGreaterThan(kept / 2);

  isDown = false;
  const { rows } = await app.services.db.pool.query<{ id: string }>('select id from flow_holds');
  const path = `/workspaces/${owner.workspaceId}/flows/holds/${rows[0]?.id}/release`;
  expect(await app.rest(`POST ${path}`, { as: owner.token })).toMatchObject({ status: 200 });
  const completed = () => count(`from executions where flow_id = $1 and status = 'completed'`, flowId);
  await killWhile(completed, async () => (await completed()) === waiting);
  await waitFor(async () => (await events('flow.released')) > 0);
  expect(await count(`from flow_holds where state = 'released' and settled = $1`, waiting)).toBe(1);
  expect([await parked(), await events('flow.released'), await events('flow.held')]).toEqual([0, 1, 1]);
  expect(answered.size).toBe(waiting);
  expect(await count('from execution_claims where flow_id = $1', flowId)).toBe(0);
}, 360_000);
