import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type EchoServer, startEchoServer } from '../../../support/echo-server.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenStep, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';
import { addMember } from '../../accounts/members/people.js';

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

const set = (id: string, name: string, value: unknown) => node(id, 'data.set', { assignments: [{ name, value }] });

/** A flow that waits for a callback, and says what came. */
const waitingFlow = (data: Record<string, unknown> = {}) =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('wait', 'wait.callback', data),
      set('came', 'got', '{{steps.wait}}'),
      set('late', 'got', 'late'),
    ],
    'start>wait',
    'wait:out>came',
    'wait:timeout>late',
  );

type Waiting = SeenStep & { callbackUrl: string | null };

/** The step of a node that waits, and the path of its address. */
async function waitingAt(executionId: string, nodeId = 'wait', as = owner): Promise<{ step: Waiting; path: string }> {
  const isWaiting = (step: SeenStep) => step.nodeId === nodeId && step.status === 'waiting';
  const { steps } = await reached(app, as, executionId, (seen) => seen.steps.some(isWaiting));
  const step = steps.find(isWaiting) as Waiting;
  return { step, path: pathOf(step.callbackUrl ?? '') };
}

/** A GET that continues the step. */
const asJson = { headers: { accept: 'application/json' } };

const pathOf = (url: string) => url.slice(url.indexOf('/callbacks/'));

async function start(content: Record<string, unknown>): Promise<string> {
  return trigger(app, owner, (await app.seed.flow(owner, content)).id);
}

const outputOf = async (id: string) => (await reached(app, owner, id)).output as Record<string, unknown>;

describe('a step that waits for a callback', () => {
  test('continues with the method, query, headers and body of the call of its address', async () => {
    const id = await start(waitingFlow());
    const { path } = await waitingAt(id);
    const headers = { 'x-sender': 'pay', authorization: 'Bearer abc' };
    const { status, body } = await app.rest(`POST ${path}?order=7`, { body: { paid: true }, headers });
    expect([status, body.data]).toEqual([200, { received: true }]);
    const { got } = await outputOf(id);
    expect(got).toMatchObject({
      method: 'POST',
      query: { order: '7' },
      headers: { 'x-sender': 'pay', authorization: '••••' },
      body: { paid: true },
    });
  });

  test('asks on a page before it continues, because mail programs open links', async () => {
    const id = await start(waitingFlow());
    const { path } = await waitingAt(id);
    const address = `${app.url}${path}?order=7`;
    for (const accept of ['*/*', 'text/html,*/*;q=0.8']) {
      for (const method of ['GET', 'HEAD']) {
        const shown = await fetch(address, { method, headers: { accept } });
        expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
        expect(shown.headers.get('content-security-policy')).toContain("form-action 'self'");
        expect(await shown.text()).toContain(method === 'GET' ? '<form method="post">' : '');
      }
    }
    const spanish = await fetch(address, { headers: { 'accept-language': 'es-ES', accept: 'text/html' } });
    expect(await spanish.text()).toContain('Continuar');
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const press = () => fetch(address, { method: 'POST', headers, body: '' });
    const done = await press();
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Done.')]);
    expect((await outputOf(id)).got).toMatchObject({ method: 'POST', query: { order: '7' }, body: {} });
    const again = await press();
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('used already')]);
  });

  test('continues by GET that asks for JSON', async () => {
    const id = await start(waitingFlow());
    const { path } = await waitingAt(id);
    expect((await app.rest(`GET ${path}`, asJson)).status).toBe(200);
    expect((await outputOf(id)).got).toMatchObject({ method: 'GET', body: {} });
  });

  test('is called once: further calls are 410, before and after it has ended', async () => {
    const id = await start(waitingFlow());
    const { path } = await waitingAt(id);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => app.rest(`POST ${path}`, { body: { n } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    const winner = answers.findIndex(({ status }) => status === 200) + 1;
    expect((await outputOf(id)).got).toMatchObject({ body: { n: winner } });
    const { status, body } = await app.rest(`GET ${path}`, asJson);
    expect([status, body.error?.code]).toEqual([410, 'GONE']);
  });

  test('leaves by timeout when nobody calls, and its address is then 410', async () => {
    const id = await start(waitingFlow({ timeoutMinutes: 0.02 }));
    const { path } = await waitingAt(id);
    expect((await outputOf(id)).got).toBe('late');
    expect((await app.rest(`POST ${path}`, { body: {} })).status).toBe(410);
  });

  test('of a cancelled execution accepts no call', async () => {
    const id = await start(waitingFlow());
    const { path } = await waitingAt(id);
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/cancel`, { as: owner.token });
    expect((await app.rest(`POST ${path}`, { body: {} })).status).toBe(410);
  });

  test('shows its address to callers who can run flows only, while it waits', async () => {
    const id = await start(waitingFlow());
    const { token } = await addMember(app, owner.workspaceId, owner.token, 'VIEWER');
    const viewer = { ...owner, token };
    expect((await waitingAt(id, 'wait', viewer)).step.callbackUrl).toBeNull();
    const { path } = await waitingAt(id);
    await app.rest(`GET ${path}`, asJson);
    const { steps } = await reached(app, owner, id);
    expect(steps.map((step) => (step as Waiting).callbackUrl)).toEqual(steps.map(() => null));
  });

  test('cannot be called with an address that the server did not sign', async () => {
    const id = await start(waitingFlow());
    const { path } = await waitingAt(id);
    const forged = `${path.slice(0, -3)}abc`;
    for (const wrong of [forged, '/callbacks/nothing', '/callbacks/a.b']) {
      const { status, body } = await app.rest(`POST ${wrong}`, { body: {} });
      expect([status, body.error?.code]).toEqual([401, 'INVALID_TOKEN']);
    }
    expect((await app.rest(`GET ${path}`, asJson)).status).toBe(200);
  });

  test('accepts bodies of at most 1 MiB, and JSON that can be read', async () => {
    const id = await start(waitingFlow());
    const { path } = await waitingAt(id);
    expect((await app.rest(`POST ${path}`, { body: { text: 'a'.repeat(1024 * 1024) } })).status).toBe(413);
    const broken = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(broken.status).toBe(400);
    expect((await app.rest(`POST ${path}`, { body: { fine: 1 } })).status).toBe(200);
  });
});

describe('the address of a step before it waits', () => {
  /** Sends its address away, and goes on to the wait only when `gate` was called. */
  const gated = () =>
    graph(
      [
        node('start', 'trigger.manual'),
        set('keep', 'url', '{{execution.callbacks.wait}}'),
        node('send', 'http.request', { url: outside.url, method: 'POST', body: { url: '{{steps.keep.url}}' } }),
        node('gate', 'wait.callback'),
        node('wait', 'wait.callback', { timeoutMinutes: 10 }),
        set('came', 'got', '{{steps.wait.body}}'),
        set('same', 'same', '{{variables.url == execution.callbacks.wait}}'),
      ],
      'start>keep',
      'keep>send',
      'send>gate',
      'gate>wait',
      'wait:out>came',
      'came>same',
    );

  /** The address that the outside got last. */
  const sent = () => pathOf((JSON.parse(outside.arrived.at(-1)?.body ?? '{}') as { url: string }).url);

  test('can be sent away, is masked in what is recorded, and stays readable for later steps', async () => {
    const id = await start(gated());
    const gate = await waitingAt(id, 'gate');
    const early = sent();
    const recorded = await reached(app, owner, id, () => true);
    expect(recorded.steps.find(({ nodeId }) => nodeId === 'keep')?.output).toEqual({
      url: expect.stringMatching(/\/callbacks\/••••$/),
    });
    expect(JSON.stringify(recorded)).not.toContain(early.slice('/callbacks/'.length));
    await app.rest(`GET ${gate.path}`, asJson);
    expect((await waitingAt(id)).path).toBe(early);
    await app.rest(`POST ${early}`, { body: { n: 1 } });
    expect(await outputOf(id)).toMatchObject({ same: true });
  });

  test('can be called: the call is kept, and no other one counts', async () => {
    const id = await start(gated());
    const gate = await waitingAt(id, 'gate');
    const early = sent();
    expect((await app.rest(`POST ${early}`, { body: { n: 'early' } })).status).toBe(200);
    expect((await app.rest(`POST ${early}`, { body: { n: 'second' } })).status).toBe(410);
    await app.rest(`GET ${gate.path}`, asJson);
    await outputOf(id);
    const { steps } = await reached(app, owner, id, () => true);
    expect(steps.find(({ nodeId }) => nodeId === 'came')?.output).toEqual({ got: { n: 'early' } });
    expect((await app.rest(`POST ${early}`, { body: { n: 'late' } })).status).toBe(410);
  });

  test('is readable in a called flow, and masked there, too', async () => {
    const called = await app.seed.flow(
      owner,
      graph(
        [
          node('start', 'trigger.manual'),
          node('send', 'http.request', { url: outside.url, method: 'POST', body: { url: '{{triggerData.url}}' } }),
        ],
        'start>send',
      ),
    );
    const id = await start(
      graph(
        [
          node('start', 'trigger.manual'),
          node('call', 'flow.call', { flowId: called.id, input: { url: '{{execution.callbacks.wait}}' } }),
          node('wait', 'wait.callback'),
        ],
        'start>call',
        'call>wait',
      ),
    );
    const { path } = await waitingAt(id);
    expect(sent()).toBe(path);
    const { rows } = await app.services.db.pool.query(
      `select e.trigger_data as data, s.input from executions e join execution_steps s on s.execution_id = e.id
       where e.flow_id = $1`,
      [called.id],
    );
    expect(JSON.stringify(rows)).toContain('/callbacks/••••');
    expect(JSON.stringify(rows)).not.toContain(path.slice('/callbacks/'.length));
  });

  test('is one for each iteration of a loop', async () => {
    const content = graph(
      [
        node('start', 'trigger.manual'),
        node('loop', 'logic.loop', { items: '{{["a", "b"]}}', concurrency: 2 }),
        node('send', 'http.request', {
          url: outside.url,
          method: 'POST',
          body: { url: '{{execution.callbacks.wait}}' },
        }),
        node('wait', 'wait.callback'),
        set('came', 'got', '{{loop.item + ": " + steps.wait.body.n}}'),
      ],
      'start>loop',
      'loop:item>send',
      'send>wait',
      'wait:out>came',
    );
    const back = { id: 'back', source: 'came', target: 'loop', targetHandle: 'next' };
    outside.arrived.length = 0;
    const id = await start({ ...content, edges: [...content.edges, back] });
    const areWaiting = (steps: SeenStep[]) => steps.filter(({ status }) => status === 'waiting').length === 2;
    const { steps } = await reached(app, owner, id, (seen) => areWaiting(seen.steps));
    const waiting = steps.filter(({ status }) => status === 'waiting') as Waiting[];
    const urls = waiting.map(({ callbackUrl }) => callbackUrl);
    expect(new Set(urls).size).toBe(2);
    expect(outside.arrived.map(({ body }) => (JSON.parse(body) as { url: string }).url).sort()).toEqual(urls.sort());
    for (const { callbackUrl, iteration } of waiting)
      await app.rest(`POST ${pathOf(callbackUrl ?? '')}`, { body: { n: `call ${iteration}` } });
    expect(await outputOf(id)).toMatchObject({ items: [{ got: 'a: call 0' }, { got: 'b: call 1' }] });
  });

  test('of a node that has none is refused when the flow is started', async () => {
    const content = graph(
      [node('start', 'trigger.manual'), set('keep', 'url', '{{execution.callbacks.start}}')],
      'start>keep',
    );
    const { id } = await app.seed.flow(owner, content, false);
    const { status, body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${id}/trigger`, {
      as: owner.token,
      body: {},
    });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('execution.callbacks.start')]);
  });
});
