import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

type Nodes = ReturnType<typeof node>[];
type Graph = ReturnType<typeof graph>;

interface Step {
  nodeId: string;
  iteration: string | null;
  comparison: string;
  statusAfter: string | null;
  changes: { part: string; path: string | null; before: string | null; after: string | null; isCut: boolean }[];
}

interface Replayed {
  executionId: string;
  result: string;
  reason: string | null;
  statusBefore: string;
  statusAfter: string | null;
  errorAfter: { code: string } | null;
  firstDivergence: Step | null;
  counts: Record<string, number>;
  steps: Step[];
}

interface Answer {
  content: string;
  draftRevision: string | null;
  same: number;
  different: number;
  notReplayed: number;
  executions: Replayed[];
}

let app: TestApp;
let owner: Owner;
let url: string;
let calls = 0;
const held: ServerResponse[] = [];

const target = createServer((request, response) => {
  calls += 1;
  response.setHeader('content-type', 'application/json');
  if (request.url === '/held') held.push(response);
  else if (request.url === '/echo') request.pipe(response);
  else if (request.url === '/missing') response.writeHead(404).end('{}');
  else response.end(JSON.stringify({ total: calls, at: new Date().toISOString() }));
});

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});

afterAll(async () => {
  for (const response of held) response.end();
  await app.stop();
  target.close();
});

const flows = (path: string) => `/workspaces/${owner.workspaceId}/flows${path}`;
const get = (id: string, path = '') => node(id, 'http.request', { method: 'GET', url: url + path });
const make = (id: string, expression: string) => node(id, 'data.transform', { expression });

/** Runs a flow once for each trigger data, and returns the IDs of the flow and of its executions. */
async function ran(content: Graph, ...triggers: Record<string, unknown>[]) {
  const { id } = await app.seed.flow(owner, content, false);
  const executions: string[] = [];
  for (const triggerData of triggers) executions.push((await end(await trigger(app, owner, id, { triggerData }))).id);
  return { id, executions };
}

/** How many rows there are of what an execution leaves behind. */
async function stored() {
  const tables = [
    'executions',
    'execution_steps',
    'execution_events',
    'execution_claims',
    'usage_events',
    'audit_log',
    'blobs',
  ];
  const counts = tables.map((name) => `(select count(*) from ${name}) as ${name}`);
  return (await app.services.db.pool.query(`select ${counts.join(', ')}`)).rows[0];
}

const end = (id: string) => reached(app, owner, id);

async function draft(flowId: string, content: Graph) {
  const { status, body } = await app.rest(`PUT ${flows(`/${flowId}/draft`)}`, { as: owner.token, body: content });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

async function replay(flowId: string, body: object = {}): Promise<Answer> {
  const answer = await app.rest(`POST ${flows(`/${flowId}/shadow-replay`)}`, { as: owner.token, body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as Answer;
}

const compared = ({ steps }: Replayed) =>
  Object.fromEntries(steps.map(({ nodeId, iteration, comparison }) => [`${nodeId}${iteration ?? ''}`, comparison]));

/** Replays the only execution of a flow with a draft. */
async function replayOne(flowId: string, content: Graph): Promise<Replayed> {
  await draft(flowId, content);
  const { executions } = await replay(flowId);
  return executions[0] as Replayed;
}

describe('a shadow replay', () => {
  const content = (expression = 'steps.call.body.total * triggerData.n', more: Nodes = [], ...edges: string[]) =>
    graph(
      [node('start', 'trigger.manual'), get('call'), make('out', expression), ...more],
      'start>call',
      'call>out',
      ...edges,
    );

  test('of what ran is the same, calls nothing and leaves nothing behind', async () => {
    const { id, executions } = await ran(content(), { n: 2 }, { n: 3 });
    const before = [calls, await stored()];
    const answer = await replay(id);
    expect(answer).toMatchObject({ content: 'version', draftRevision: null, same: 2, different: 0, notReplayed: 0 });
    expect(answer.executions.map(({ executionId }) => executionId)).toEqual(executions.toReversed());
    expect(answer.executions[0]).toMatchObject({
      result: 'same',
      statusBefore: 'completed',
      statusAfter: 'completed',
      firstDivergence: null,
      counts: { same: 3, changed: 0, added: 0, removed: 0, unrecorded: 0 },
    });
    expect([calls, await stored()]).toEqual(before);
  });

  test('of a draft shows the first step that differs, and what in it', async () => {
    const { id } = await ran(content('{"sum": {"of": triggerData.n + 1}, "kept": 1}'), { n: 2 });
    const one = await replayOne(id, content('{"sum": {"of": triggerData.n + 2}, "kept": 1}'));
    expect(one).toMatchObject({ result: 'different', counts: { same: 2, changed: 1 } });
    expect(one.firstDivergence).toMatchObject({ nodeId: 'out', comparison: 'changed' });
    expect(one.firstDivergence?.changes).toEqual([
      { part: 'output', path: 'sum.of', before: '3', after: '4', isCut: false },
      expect.objectContaining({ part: 'input', path: 'expression' }),
    ]);
    expect(await replayOne(id, content('{"sum": {"of": 3}, "kept": 1}'))).toMatchObject({ result: 'same' });
  });

  test('answers a changed call with what was recorded, and a new one with a sample', async () => {
    const { id } = await ran(content('steps.call.status'), { n: 2 });
    const changed = content('steps.call.status', [get('more')], 'out>more');
    const nodes = changed.nodes.map((one) => (one.id === 'call' ? get('call', '/other') : one));
    const before = calls;
    const one = await replayOne(id, { ...changed, nodes });
    expect(compared(one)).toEqual({ start: 'same', call: 'changed', out: 'same', more: 'unrecorded' });
    expect(one.steps[1]?.changes).toEqual([
      expect.objectContaining({ part: 'input', path: 'url', after: JSON.stringify(`${url}/other`) }),
    ]);
    expect(calls).toBe(before);
  });

  test('shows steps that a draft removes, and a path that it does not take any more', async () => {
    const branching = (limit: number) =>
      graph(
        [
          node('start', 'trigger.manual'),
          node('if', 'logic.if', { conditions: [{ left: '{{triggerData.n}}', operator: 'gt', right: limit }] }),
          make('large', '1'),
          make('small', '2'),
        ],
        'start>if',
        'if:true>large',
        'if:false>small',
      );
    const { id } = await ran(branching(1), { n: 2 });
    const one = await replayOne(id, branching(5));
    expect(compared(one)).toEqual({ start: 'same', if: 'changed', large: 'removed', small: 'added' });
    expect(one.firstDivergence?.changes).toContainEqual(expect.objectContaining({ part: 'handle', after: '"false"' }));
  });

  test('of a failed execution shows that the draft completes it', async () => {
    const failing = (...more: string[]) =>
      graph(
        [
          node('start', 'trigger.manual'),
          get('call', '/missing'),
          make('out', '1'),
          make('caught', 'steps.call.error.code'),
        ],
        'start>call',
        'call>out',
        ...more,
      );
    const first = failing();
    const { id } = await ran({ ...first, nodes: first.nodes.slice(0, 3) }, { n: 1 });
    const one = await replayOne(id, failing('call:error>caught'));
    expect(one).toMatchObject({
      statusBefore: 'failed',
      statusAfter: 'completed',
      result: 'different',
      errorAfter: null,
    });
    expect(compared(one)).toEqual({ start: 'same', call: 'changed', caught: 'added' });
  });

  test('of an execution whose field was wrong takes the sample: the call was never made', async () => {
    const calling = (path: string) =>
      graph(
        [node('start', 'trigger.manual'), node('call', 'http.request', { method: 'GET', url: path })],
        'start>call',
      );
    const { id } = await ran(calling('{{triggerData.nowhere}}'), { n: 1 });
    const one = await replayOne(id, calling(url));
    expect(one).toMatchObject({ statusBefore: 'failed', statusAfter: 'completed' });
    expect(compared(one)).toEqual({ start: 'same', call: 'unrecorded' });
  });

  test('replays each iteration of a loop, and the time at which each step ran', async () => {
    const looping = (factor: number) => {
      const one = graph(
        [
          node('start', 'trigger.manual'),
          node('each', 'logic.loop', { items: '{{[1, 2]}}' }),
          node('call', 'http.request', {
            method: 'POST',
            url: `${url}/echo`,
            body: { n: '{{loop.item}}', at: '{{now}}' },
          }),
          make('times', `steps.call.body.n * ${factor}`),
          make('after', '{"at": now, "all": steps.each}'),
        ],
        'start>each',
        'each:item>call',
        'call>times',
        'each:done>after',
      );
      return { ...one, edges: [...one.edges, { id: 'b', source: 'times', target: 'each', targetHandle: 'next' }] };
    };
    const { id } = await ran(looping(10), {});
    expect((await replay(id)).executions[0]).toMatchObject({ result: 'same', counts: { same: 7 } });
    const one = await replayOne(id, looping(100));
    expect(compared(one)).toMatchObject({
      call0: 'same',
      call1: 'same',
      times0: 'changed',
      times1: 'changed',
      after: 'changed',
    });
  });

  test('ends waits by the recorded handle, and lets the same branch win a race', async () => {
    const racing = graph(
      [
        node('start', 'trigger.manual'),
        get('never', '/held'),
        node('pause', 'logic.delay', { seconds: 0.01 }),
        get('quick'),
        node('first', 'logic.merge', { mode: 'any', cancelLosers: true }),
        node('wait', 'wait.event', { eventType: 'contact.created', timeoutMinutes: 0.0001 }),
        make('late', '1'),
        make('timely', '2'),
      ],
      'start>never',
      'never>first',
      'start>pause',
      'pause>quick',
      'quick>first',
      'first>wait',
      'wait:timeout>late',
      'wait:event>timely',
    );
    const { id } = await ran(racing, {});
    const [one] = (await replay(id)).executions;
    expect(one).toMatchObject({ result: 'same', counts: { same: 7 } });
    expect(one?.steps.find(({ nodeId }) => nodeId === 'never')).toMatchObject({ statusAfter: 'cancelled' });
  });

  test('shows no secret, reads large values, and cuts what it shows', async () => {
    await app.rest(`POST ${flows('/secrets')}`, {
      as: owner.token,
      body: { name: 'key', value: 'a-very-secret-value', allowedHosts: ['127.0.0.1'] },
    });
    const large = (text: string) =>
      graph(
        [
          node('start', 'trigger.manual'),
          node('call', 'http.request', {
            method: 'POST',
            url: `${url}/echo`,
            body: { key: '{{boveda.key}}', size: '{{triggerData.text.size()}}' },
          }),
          make('large', `[1, 2, 3, 4].map(i, triggerData.text + ${text})`),
          make('size', 'steps.large[3].size()'),
        ],
        'start>call',
        'call>large',
        'large>size',
      );
    const { id } = await ran(large('"a"'), { text: 'x'.repeat(70_000) });
    expect(await replay(id)).toMatchObject({ same: 1 });
    const one = await replayOne(id, large('"b"'));
    expect(compared(one)).toEqual({ start: 'same', call: 'same', large: 'changed', size: 'same' });
    expect(one.firstDivergence?.changes[0]).toMatchObject({
      path: '[0]',
      isCut: true,
      after: expect.stringMatching(/^"x{900}/),
    });
    expect(JSON.stringify(one)).not.toContain('a-very-secret-value');
    expect(JSON.stringify(one).length).toBeLessThan(40_000);
  });

  test('ends a step that changed the state as it was recorded, and changes nothing', async () => {
    const dedupe = node('new', 'data.dedupe', { items: '{{triggerData.ids}}', acrossRuns: true });
    const kept = graph(
      [node('start', 'trigger.manual'), dedupe, make('out', 'size(steps.new.items)')],
      'start>new',
      'new>out',
    );
    const { id } = await ran(kept, { ids: [1, 2] }, { ids: [2, 3] });
    expect(await replay(id)).toMatchObject({ same: 2, different: 0 });
    const { rows } = await app.services.db.pool.query('select key from flow_state where flow_id = $1', [id]);
    expect(rows).toHaveLength(3);
  });

  test('says why an execution cannot be replayed', async () => {
    const waiting = graph(
      [node('start', 'trigger.manual'), node('wait', 'wait.event', { eventType: 'contact.created' })],
      'start>wait',
    );
    const { id } = await app.seed.flow(owner, waiting, false);
    const ids: string[] = [];
    for (const n of [1, 2]) ids.push(await trigger(app, owner, id, { triggerData: { n } }));
    for (const one of ids) await reached(app, owner, one, ({ phase }) => phase === 'waiting');
    await app.rest(`POST ${flows(`/executions/${ids[0]}/cancel`)}`, { as: owner.token });
    expect(await replay(id)).toMatchObject({ executions: [] });
    expect((await replay(id, { executionIds: ids })).executions).toMatchObject([
      { result: 'notReplayed', reason: 'cancelled', statusAfter: null, steps: [] },
      { result: 'notReplayed', reason: 'running', statusBefore: 'running' },
    ]);
    const moved = await ran(content(), { n: 1 });
    const started = await trigger(app, owner, moved.id, { startNodeId: 'out' });
    await end(started);
    const [other] = (
      await (async () => {
        await draft(moved.id, graph([node('start', 'trigger.manual'), get('call')], 'start>call'));
        return replay(moved.id, { executionIds: [started] });
      })()
    ).executions;
    expect(other).toMatchObject({ reason: 'startNodeMissing' });
  });

  test('refuses what it cannot replay, and names the field', async () => {
    const [{ id, executions }, other] = [await ran(content(), { n: 1 }), await ran(content(), { n: 1 })];
    const simulated = await app.rest(`POST ${flows(`/${id}/simulate`)}`, { as: owner.token, body: {} });
    const simulation = (simulated.body.data as { executionId: string }).executionId;
    const refused: [object, string, string][] = [
      [{ executionIds: [executions[0], other.executions[0]] }, 'executionIds[1]', 'REFERENCE_UNKNOWN'],
      [{ executionIds: [simulation] }, 'executionIds[0]', 'REFERENCE_UNKNOWN'],
      [{ executionIds: executions, limit: 1 }, 'limit', 'NOT_ALLOWED_WITH'],
    ];
    for (const [body, field, rule] of refused) {
      const answer = await app.rest(`POST ${flows(`/${id}/shadow-replay`)}`, { as: owner.token, body });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field, rule }] } } });
    }
    for (const body of [{ limit: 51 }, { limit: 0 }, { executionIds: [] }, { executionIds: ['x'] }]) {
      const answer = await app.rest(`POST ${flows(`/${id}/shadow-replay`)}`, { as: owner.token, body });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: Object.keys(body)[0] }] } } });
    }
    await draft(id, graph([node('start', 'trigger.manual'), get('call')]));
    const invalid = await app.rest(`POST ${flows(`/${id}/shadow-replay`)}`, { as: owner.token, body: {} });
    expect(invalid).toMatchObject({ status: 400, body: { error: { code: 'FLOW_INVALID' } } });
  });

  test('requires the rights to run flows, to read executions, and those of the nodes of the draft', async () => {
    const { id } = await ran(content(), { n: 1 });
    await draft(
      id,
      graph(
        [node('start', 'trigger.manual'), node('f', 'crm.findContact', { filter: { email: 'a@b.co' } })],
        'start>f',
      ),
    );
    for (const [capabilities, missing] of [
      [['flows:execute'], 'flows:read'],
      [['flows:read'], 'flows:execute'],
      [['flows:read', 'flows:execute'], 'contacts:read'],
    ] as const) {
      const as = await app.seed.apiKey(owner, [...capabilities]);
      const answer = await app.rest(`POST ${flows(`/${id}/shadow-replay`)}`, { as, body: {} });
      expect(answer).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining(missing) } } });
    }
  });
});
