import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { type Fleet, startFleet } from '../support/fleet.js';
import { graph, node } from '../support/graphs.js';
import { waitFor } from '../support/wait-for.js';

const kills = 6;

let app: TestApp;
let fleet: Fleet;
let server: Server;
let items: { id: number }[] = [];
let asked = 0;

beforeAll(async () => {
  app = await startTestApp();
  server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(items));
  }).listen(0);
  fleet = await startFleet(app.database.url, ['worker', 'worker'], {
    VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  });
  await fleet.ready();
}, 120_000);

afterAll(async () => {
  await fleet.stop();
  server.close();
  await app.stop();
});

test('each item of a source starts one execution, although processes are killed while they poll', async () => {
  const owner = await app.seed.owner();
  const { port } = server.address() as AddressInfo;
  const source = node('source', 'trigger.poll', {
    request: { url: `http://127.0.0.1:${port}/` },
    everySeconds: 86_400,
  });
  const { id } = await app.seed.flow(
    owner,
    graph([source, node('end', 'data.transform', { expression: '1' })], 'source>end'),
  );
  const { pool } = app.services.db;
  const started = async () => {
    const text = `select (trigger_data ->> 'id')::integer as id from executions where flow_id = $1 order by 1`;
    return (await pool.query<{ id: number }>(text, [id])).rows.map((row) => row.id);
  };
  /** As when it is due, and as when the lease of a killed process has ended. */
  const due = async () => {
    await pool.query(`update flow_triggers set due_at = now() - interval '1 second' where flow_id = $1`, [id]);
    await pool.query(`select pg_notify('flow_polls', '')`);
  };
  const primed = `select 1 from flow_triggers where flow_id = $1 and poll ->> 'isPrimed' = 'true'`;
  await waitFor(async () => (await pool.query(primed, [id])).rows.length > 0);
  for (let kill = 0; kill < kills; kill += 1) {
    items = [...items, ...[0, 1, 2].map((n) => ({ id: kill * 3 + n }))];
    const before = asked;
    await due();
    await waitFor(() => asked > before);
    await fleet.kill(kill % 2);
    await due();
    await waitFor(async () => (await started()).length >= items.length);
  }
  expect(await started()).toEqual(items.map((item) => item.id));
}, 240_000);
