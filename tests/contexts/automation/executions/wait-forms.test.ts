import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type EchoServer, startEchoServer } from '../../../support/echo-server.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenStep, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';
import { pageOf, sendJson } from './form-pages.js';

let app: TestApp;
let worker: TestWorker;
let owner: Owner;
let outside: EchoServer;

beforeAll(async () => {
  app = await startTestApp();
  worker = await startTestWorker(app);
  owner = await app.seed.owner();
  outside = await startEchoServer();
});

afterAll(async () => {
  outside.close();
  await worker.stop();
  await app.stop();
});

const dates = {
  title: 'Choose a date, {{triggerData.name}}',
  fields: [
    { name: 'date', label: 'Date', type: 'date', required: true },
    { name: 'place', label: 'Place', type: 'select', options: ['{{triggerData.city}}', 'Online'] },
    { name: 'proof', label: 'Proof', type: 'file' },
  ],
};

const set = (id: string, value: unknown) => node(id, 'data.set', { assignments: [{ name: 'got', value }] });

const asking = (more: object = {}) =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('ask', 'wait.form', { ...dates, ...more }),
      set('came', '{{steps.ask}}'),
      set('late', 'late'),
    ],
    'start>ask',
    'ask:out>came',
    'ask:timeout>late',
  );

async function start(content: Record<string, unknown>): Promise<string> {
  const { id } = await app.seed.flow(owner, content);
  return trigger(app, owner, id, { triggerData: { name: 'Ana', city: 'Madrid' } });
}

/** The path of the form of the step that waits. */
async function waitingAt(executionId: string): Promise<string> {
  const isWaiting = ({ nodeId, status }: SeenStep) => nodeId === 'ask' && status === 'waiting';
  const { steps } = await reached(app, owner, executionId, (seen) => seen.steps.some(isWaiting));
  const { callbackUrl } = steps.find(isWaiting) as SeenStep & { callbackUrl: string };
  return new URL(callbackUrl).pathname;
}

const gotOf = async (id: string) => ((await reached(app, owner, id)).output as { got: unknown }).got;

test('a step waits for its form, which shows what its expressions came to', async () => {
  const id = await start(asking());
  const path = await waitingAt(id);
  const page = await pageOf(app, path);
  expect([page.status, page.text('h1'), page.text('.owner')]).toEqual([200, 'Choose a date, Ana', 'Acme']);
  expect(page.html).toContain('<option>Madrid</option>');
  const wrong = await page.send(app, path, { date: 'soon' });
  expect([wrong.status, wrong.attribute('#field-date', 'aria-invalid')]).toEqual([422, 'true']);
  const proof = new File(['Yes'], 'proof.txt', { type: 'text/plain' });
  expect((await page.send(app, path, { date: '2026-01-31', place: 'Madrid', proof })).status).toBe(200);
  expect(await gotOf(id)).toMatchObject({
    fields: { date: '2026-01-31', place: 'Madrid', proof: { $file: { name: 'proof.txt', size: 3 } } },
    submittedAt: expect.stringMatching(/Z$/),
  });
  const { rows } = await app.services.db.pool.query('select name from files where execution_id = $1', [id]);
  expect(rows).toEqual([{ name: 'proof.txt' }]);
});

test('a form of a step is accepted once; the same page again is thanked, and all else is 410', async () => {
  const id = await start(asking());
  const path = await waitingAt(id);
  const [page, other] = [await pageOf(app, path), await pageOf(app, path)];
  const both = await Promise.all([1, 2].map(() => page.send(app, path, { date: '2026-01-31' })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await gotOf(id)).toMatchObject({ fields: { date: '2026-01-31', place: null } });
  expect((await page.send(app, path, { date: '2026-01-31' })).status).toBe(200);
  expect((await page.send(app, path, { date: '2026-02-01' })).status).toBe(410);
  expect((await page.send(app, path, { date: '' })).status).toBe(410);
  expect((await other.send(app, path, { date: '2026-02-01' })).status).toBe(410);
  expect((await pageOf(app, path)).status).toBe(410);
  const asJson = await sendJson(app, path, { date: '2026-01-31' });
  expect([asJson.status, asJson.body.error?.code]).toEqual([410, 'GONE']);
});

test('a form is not open before its step, and over after its timeout', async () => {
  const id = await start(
    graph(
      [
        node('start', 'trigger.manual'),
        node('send', 'http.request', {
          url: outside.url,
          method: 'POST',
          body: { url: '{{execution.callbacks.ask}}' },
        }),
        node('gate', 'wait.callback'),
        node('ask', 'wait.form', { ...dates, timeoutMinutes: 0.02 }),
        set('late', 'late'),
      ],
      'start>send',
      'send>gate',
      'gate>ask',
      'ask:timeout>late',
    ),
  );
  const { steps } = await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  const path = new URL(JSON.parse(outside.arrived.at(-1)?.body ?? '{}').url as string).pathname;
  const early = await pageOf(app, path);
  expect([early.status, early.html.includes('Ana')]).toEqual([409, false]);
  expect((await sendJson(app, path, { date: '2026-01-31' })).status).toBe(409);
  const { callbackUrl } = steps.find(({ nodeId }) => nodeId === 'gate') as SeenStep & { callbackUrl: string };
  await app.rest(`GET ${new URL(callbackUrl).pathname}`, { headers: { accept: 'application/json' } });
  expect(await gotOf(id)).toBe('late');
  expect((await pageOf(app, path)).status).toBe(410);
});

test('the address of a form is not that of a callback, nor the other way round', async () => {
  const path = await waitingAt(await start(asking()));
  expect((await app.rest(`POST ${path.replace('/forms/', '/callbacks/')}`, { body: {} })).status).toBe(401);
  expect((await pageOf(app, `${path}x`)).status).toBe(404);
});

test('a form that comes out invalid fails its step', async () => {
  const fields = [{ name: 'place', label: 'Place', type: 'select', options: ['{{triggerData.city}}', 'Madrid'] }];
  const { steps } = await reached(app, owner, await start(asking({ fields })));
  expect(steps[1]?.error).toMatchObject({
    code: 'FIELD_INVALID',
    message: expect.stringContaining('must be different'),
  });
});
