import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  type Answering,
  type LoopbackServer,
  startLoopbackServer,
} from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `name ${id}`, score: id / 3 }));
const long = JSON.stringify(rows);
// Much of it is white space, so that its value fits into the output of a step.
const padded = JSON.stringify(rows.slice(0, 3_000), null, 500 / 50).replaceAll('\n', `\n${' '.repeat(100)}`);
const json =
  (body: string): Answering =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(body);

let server: LoopbackServer;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  server = await startLoopbackServer({ '/long': json(long), '/padded': json(padded) });
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
});

const { parse } = JSON;
afterEach(() => {
  JSON.parse = parse;
});

afterAll(async () => {
  await app.stop();
  await server.close();
});

const flowOf = async (path: string) => {
  const call = node('call', 'http.request', { method: 'GET', url: server.origin + path });
  const last = node('last', 'data.set', { assignments: [{ name: 'n', value: '{{steps.call.body[2999].id}}' }] });
  const content = graph([node('start', 'trigger.manual'), call, last], 'start>call', 'call>last');
  return (await app.seed.flow(owner, content)).id;
};

test('a long response is the same value as a short one', async () => {
  expect(padded.length).toBeGreaterThan(1024 * 1024);
  const ended = await reached(app, owner, await trigger(app, owner, await flowOf('/padded')));
  expect(ended).toMatchObject({ status: 'completed', output: { n: 2_999 } });
});

test('sixty long responses side by side hold up no other request', async () => {
  expect(long.length).toBeGreaterThan(1024 * 1024);
  const flow = await flowOf('/long');
  let longest = 0;
  JSON.parse = (text, ...rest) => {
    longest = Math.max(longest, String(text).length);
    return parse(text, ...rest) as unknown;
  };
  const ids = await Promise.all(Array.from({ length: 60 }, () => trigger(app, owner, flow)));
  const ended = async () => {
    const text = "select count(*)::int as n from executions where flow_id = $1 and status <> 'running'";
    const { rows: found } = await app.services.db.pool.query<{ n: number }>(text, [flow]);
    return found[0]?.n ?? 0;
  };
  /** How many had ended when each request was answered. */
  const seen: number[] = [];
  while ((seen.at(-1) ?? 0) < ids.length) {
    expect((await app.rest('GET /healthz')).status).toBe(200);
    seen.push(await ended());
  }
  expect(new Set(seen).size).toBeGreaterThan(5);
  expect(longest).toBeLessThan(1024 * 1024);
});
